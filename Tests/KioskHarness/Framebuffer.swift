import Foundation

/// The geometry of a framebuffer, as the kernel reports it.
public struct Framebuffer: Equatable, Sendable {
    /// A channel of a pixel: how far left its lowest bit is, and how many bits it has.
    public struct Channel: Equatable, Sendable {
        /// The lowest bit.
        public var offset: Int
        /// How many bits.
        public var length: Int

        /// The channel's value in a pixel, widened to 8 bits by repeating its high bits, as displays do.
        func value(in pixel: UInt32) -> UInt8 {
            guard length > 0 else { return 0 }
            let value = (pixel >> UInt32(offset)) & ((1 << UInt32(length)) - 1)
            guard length < 8 else { return UInt8(truncatingIfNeeded: value >> UInt32(length - 8)) }
            var wide = value << UInt32(8 - length)
            wide |= wide >> UInt32(length)
            if length < 4 { wide |= wide >> UInt32(2 * length) }
            return UInt8(truncatingIfNeeded: wide)
        }
    }

    /// The visible size.
    public let width: Int, height: Int
    /// The size of what can be panned over.
    public let virtualWidth: Int, virtualHeight: Int
    /// Where the visible part begins.
    public let x: Int, y: Int
    /// Bits of a pixel, bytes of a row, bytes of the memory.
    public let bits: Int, stride: Int, memory: Int
    /// The channels.
    public let red: Channel, green: Channel, blue: Channel, alpha: Channel
    /// The driver's name.
    public let driver: String
    /// Red, green, blue of each value, where pixels are numbers of colours.
    public let palette: [UInt8]

    init(report: String) throws {
        var fields: [String: [Substring]] = [:]
        for line in report.split(separator: "\n") {
            let words = line.split(separator: " ")
            fields[String(words[0])] = Array(words.dropFirst())
        }
        func number(_ name: String, _ index: Int = 0) throws -> Int {
            guard let words = fields[name], index < words.count, let value = Int(words[index]) else {
                throw KioskError.unexpected("no \(name) in: \(report)")
            }
            return value
        }
        func channel(_ name: String) throws -> Channel {
            Channel(offset: try number(name), length: try number(name, 1))
        }
        width = try number("width")
        height = try number("height")
        virtualWidth = try number("virtualWidth")
        virtualHeight = try number("virtualHeight")
        x = try number("x")
        y = try number("y")
        bits = try number("bits")
        stride = try number("stride")
        memory = try number("memory")
        red = try channel("red")
        green = try channel("green")
        blue = try channel("blue")
        alpha = try channel("alpha")
        driver = (fields["driver"] ?? []).joined(separator: " ")
        var digits = Array((fields["palette"]?.first ?? "").utf8)[...]
        var colours: [UInt8] = []
        while digits.count >= 2 {
            colours.append(UInt8(String(decoding: digits.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            digits = digits.dropFirst(2)
        }
        palette = colours
    }

    /// The visible part of `bytes`, which are this framebuffer's memory from its beginning.
    public func picture(of bytes: [UInt8]) throws -> Picture {
        let size = bits / 8
        guard (1...4).contains(size), bytes.count >= (y + height - 1) * stride + (x + width) * size else {
            throw KioskError.unexpected("\(bytes.count) bytes are no picture of \(self)")
        }
        var out = [UInt8](repeating: 0, count: width * height * 3)
        bytes.withUnsafeBufferPointer { source in
            out.withUnsafeMutableBufferPointer { target in
                var at = 0
                for row in y..<(y + height) {
                    for column in x..<(x + width) {
                        let start = row * stride + column * size
                        var pixel: UInt32 = 0
                        for index in 0..<size { pixel |= UInt32(source[start + index]) << UInt32(8 * index) }
                        if palette.isEmpty {
                            target[at] = red.value(in: pixel)
                            target[at + 1] = green.value(in: pixel)
                            target[at + 2] = blue.value(in: pixel)
                        } else {
                            for index in 0..<3 { target[at + index] = palette[Int(pixel) * 3 + index] }
                        }
                        at += 3
                    }
                }
            }
        }
        return Picture(width: width, height: height, bytes: out)
    }
}
