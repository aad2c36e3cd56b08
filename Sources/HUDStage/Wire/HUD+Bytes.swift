internal import HUDPixels
package import HUDScene

/// A HUD as bytes, for another process: how many bytes follow, then they, for each of its parts.
extension HUD {
    private static let sections = Theme.Section.allCases

    package var bytes: [UInt8] {
        var writer = PartWriter()
        let number = HUD.sections.firstIndex(of: kind.section) ?? 0
        writer.add([UInt8(number)])
        writer.add(label.utf8)
        writer.add(detail.utf8)
        switch kind {
        case .progress(let value): writer.add(value.bitPattern)
        case .image(let picture):
            writer.add(UInt64(picture.size.width))
            writer.add(UInt64(picture.size.height))
            writer.add(
                picture.pixels.lazy.flatMap { pixel in
                    (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) }
                })
        default: break
        }
        return writer.bytes
    }

    /// The largest side of a picture that is taken, in pixels.
    private static let largestSide: UInt64 = 16_384

    /// nil where anything in the bytes cannot be.
    package init?(bytes: [UInt8]) {
        var reader = PartReader(bytes[...])
        guard let number = reader.next()?.first, HUD.sections.indices.contains(Int(number)),
            let label = reader.text(), let detail = reader.text()
        else { return nil }
        let kind: HUD.Kind
        switch HUD.sections[Int(number)] {
        case .success: kind = .success
        case .failure: kind = .failure
        case .info: kind = .info
        case .warning: kind = .warning
        case .busy: kind = .busy
        case .text: kind = .text
        case .progress:
            guard let value = reader.number() else { return nil }
            kind = .progress(Double(bitPattern: value))
        case .image:
            guard let width = reader.number(), let height = reader.number(), let pixels = reader.next(),
                (1...HUD.largestSide).contains(width), (1...HUD.largestSide).contains(height),
                pixels.count == Int(width * height) * 4
            else { return nil }
            let size = Size(width: Int(width), height: Int(height))
            let numbers = pixels.withUnsafeBytes { bytes in
                (0..<size.width * size.height).map { index in
                    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
                }
            }
            kind = .image(Artwork(size: size, pixels: numbers))
        }
        self.init(kind, label: label, detail: detail)
    }
}
