public import Foundation

/// A picture of red, green and blue bytes.
public struct Picture: Equatable, Sendable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Red, green, blue of each pixel, row after row without padding.
    public var bytes: [UInt8]

    /// A picture of these bytes.
    public init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * 3, "bytes that are no picture of this size")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The colour at a place.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let at = (y * width + x) * 3
        return (bytes[at], bytes[at + 1], bytes[at + 2])
    }

    /// Reads a binary PPM, as QEMU writes it.
    public init(ppm data: Data) throws {
        let all = [UInt8](data)
        var numbers: [Int] = []
        var index = 2
        while numbers.count < 3, index < all.count {
            var number = 0
            while index < all.count, all[index] <= 32 { index += 1 }
            while index < all.count, all[index] > 32 {
                number = number * 10 + Int(all[index]) - 48
                index += 1
            }
            numbers.append(number)
        }
        index += 1
        guard all.starts(with: [80, 54]), numbers.count == 3, numbers[2] == 255,
            all.count == index + numbers[0] * numbers[1] * 3
        else { throw KioskError.unexpected("not a PPM: \(all.count) bytes") }
        self.init(width: numbers[0], height: numbers[1], bytes: Array(all[index...]))
    }

    /// The picture as a binary PPM.
    public var ppm: Data { Data("P6\n\(width) \(height)\n255\n".utf8) + Data(bytes) }

    /// A part of the picture.
    public func cropped(x: Int, y: Int, width: Int, height: Int) -> Picture {
        var part: [UInt8] = []
        for row in y..<(y + height) {
            let start = (row * self.width + x) * 3
            part += bytes[start..<(start + width * 3)]
        }
        return Picture(width: width, height: height, bytes: part)
    }

    /// Where two pictures differ.
    public struct Difference: Equatable, Sendable, CustomStringConvertible {
        /// How many pixels differ.
        public var pixels: Int
        /// The smallest rectangle that holds them all.
        public var left: Int, top: Int, width: Int, height: Int
        /// The largest difference of one channel.
        public var largest: Int

        /// For a test's message.
        public var description: String {
            "\(pixels) pixels differ in \(width)x\(height)+\(left)+\(top), by at most \(largest)"
        }
    }

    /// Where this picture differs from another by more than `tolerance` in a channel, or nil.
    public func difference(from other: Picture, tolerance: Int = 0) -> Difference? {
        guard width == other.width, height == other.height else {
            return Difference(
                pixels: max(width * height, 1), left: 0, top: 0, width: width, height: height, largest: 255)
        }
        if bytes == other.bytes { return nil }
        var count = 0
        var largest = 0
        var (left, top, right, bottom) = (width, height, -1, -1)
        bytes.withUnsafeBufferPointer { mine in
            other.bytes.withUnsafeBufferPointer { theirs in
                for pixel in 0..<(width * height) {
                    var worst = 0
                    for index in (pixel * 3)..<(pixel * 3 + 3) {
                        worst = max(worst, abs(Int(mine[index]) - Int(theirs[index])))
                    }
                    guard worst > tolerance else { continue }
                    count += 1
                    largest = max(largest, worst)
                    let (y, x) = pixel.quotientAndRemainder(dividingBy: width)
                    left = min(left, x)
                    right = max(right, x)
                    top = min(top, y)
                    bottom = max(bottom, y)
                }
            }
        }
        guard count > 0 else { return nil }
        return Difference(
            pixels: count, left: left, top: top, width: right - left + 1, height: bottom - top + 1,
            largest: largest)
    }
}
