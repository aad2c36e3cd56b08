import Foundation

/// PNG files of any kind, written without libpng: one cannot agree with its own mistakes.
struct SamplePNG {
    enum Kind: Int, CaseIterable {
        case grey = 0
        case color = 2
        case palette = 3
        case greyAlpha = 4
        case colorAlpha = 6

        var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][rawValue]! }
        var depths: [Int] {
            switch self {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .color, .greyAlpha, .colorAlpha: [8, 16]
            }
        }
    }

    var width: Int
    var height: Int
    var kind: Kind
    var depth: Int
    var isInterlaced = false
    /// Red, green, blue and alpha of each entry.
    var palette: [[UInt8]] = []
    /// The samples of a pixel.
    var pixel: (Int, Int) -> [Int]

    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk(
            "IHDR",
            Self.number(width) + Self.number(height)
                + [UInt8(depth), UInt8(kind.rawValue), 0, 0, isInterlaced ? 1 : 0])
        if kind == .palette {
            file += Self.chunk("PLTE", palette.flatMap { $0.prefix(3) })
            file += Self.chunk("tRNS", palette.map { $0[3] })
        }
        return file + Self.chunk("IDAT", Self.deflated(rows)) + Self.chunk("IEND", [])
    }

    private var rows: [UInt8] {
        // Of Adam7's seven pictures: the first column and row, and the steps to the next ones.
        let passes =
            isInterlaced
            ? [
                (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                (0, 1, 1, 2),
            ] : [(0, 0, 1, 1)]
        var bytes: [UInt8] = []
        for (left, top, across, down) in passes where left < width {
            for y in stride(from: top, to: height, by: down) {
                bytes.append(0)
                bytes += packed(stride(from: left, to: width, by: across).flatMap { pixel($0, y) })
            }
        }
        return bytes
    }

    private func packed(_ samples: [Int]) -> [UInt8] {
        if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
        var bytes = [UInt8](repeating: 0, count: (samples.count * depth + 7) / 8)
        for (index, sample) in samples.enumerated() {
            let bit = index * depth
            bytes[bit / 8] |= UInt8(sample << (8 - depth - bit % 8))
        }
        return bytes
    }

    static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return number(data.count) + body + number(Int(~sum))
    }

    /// As zlib has it, stored and not compressed.
    static func deflated(_ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(data.count, start + 65_535)
            let count = end - start
            bytes += [end == data.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            bytes += [UInt8(~count & 0xFF), UInt8(~count >> 8 & 0xFF)]
            bytes += data[start..<end]
            start = end
        } while start < data.count
        var (a, b) = (1, 0)
        for byte in data {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return bytes + number(b << 16 | a)
    }
}
