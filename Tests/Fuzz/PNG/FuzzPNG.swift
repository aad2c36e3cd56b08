import FuzzDriver
import HUDImage
import HUDPixels

/// Any bytes for a PNG file: a picture, or an error that says why not.
@main enum FuzzPNG {
    static func main() {
        fuzz { data, count in
            FuzzPNG.take(withRightSums([UInt8](UnsafeBufferPointer(start: data, count: count))))
            return 0
        }
    }

    private static func take(_ file: [UInt8]) {
        do throws(ImageError) {
            let picture = try PNG.artwork(file)
            precondition(picture.size.width > 0 && picture.size.height > 0)
            precondition(picture.pixels.allSatisfy(isPremultiplied), "brighter than its alpha")
            guard picture.pixels.count <= 1 << 16 else { return }
            let icon = picture.scaled(to: picture.fitted(28))
            precondition(max(icon.size.width, icon.size.height) == 28)
            precondition(icon.pixels.allSatisfy(isPremultiplied), "brighter than its alpha, scaled")
        } catch {
            precondition(error.kind == .badData && !error.description.contains("\n"))
        }
    }
}

private func isPremultiplied(_ pixel: UInt32) -> Bool {
    [UInt32(0), 8, 16].allSatisfy { pixel >> $0 & 0xFF <= pixel >> 24 }
}

/// The file with the checksum of each chunk put right: else hardly one gets past it.
private func withRightSums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var start = 8
    while start + 12 <= bytes.count {
        let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = start + 8 + length
        guard end + 4 <= bytes.count else { break }
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes[(start + 4)..<end] {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        for index in 0..<4 {
            bytes[end + index] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * UInt32(index)))
        }
        start = end + 4
    }
    return bytes
}
