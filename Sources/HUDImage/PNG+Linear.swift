internal import CPNG
internal import Glibc
internal import HUDPixels

extension PNG {
    /// The byte of a file that says how it is interlaced.
    static let interlacing = 28

    /// The picture as straight RGBA bytes, by way of 16 bits of linear light.
    ///
    /// libpng 1.6 since its security update of November 2025 mixes up the rows of an interlaced picture of 16 bits
    /// that it is asked for in 8.
    static func linearPixels(_ image: UnsafeMutablePointer<png_image>, _ size: Size) -> [UInt8]? {
        image.pointee.format |= png_uint_32(PNG_FORMAT_FLAG_LINEAR)
        let count = size.width * size.height * 4
        var linear = [UInt16](repeating: 0, count: count)
        guard png_image_finish_read(image, nil, &linear, 0, nil) != 0 else { return nil }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(count)
        for start in stride(from: 0, to: count, by: 4) {
            let alpha = Double(linear[start + 3])
            for channel in linear[start..<start + 3] {
                // They are premultiplied.
                pixels.append(alpha > 0 ? encoded(min(1, Double(channel) / alpha)) : 0)
            }
            pixels.append(UInt8((alpha / 257).rounded()))
        }
        return pixels
    }

    /// What libpng takes for sRGB's curve, as it does for pictures of 8 bits.
    private static func encoded(_ light: Double) -> UInt8 {
        UInt8((pow(light, 1 / 2.2) * 255).rounded())
    }
}
