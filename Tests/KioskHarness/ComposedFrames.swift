import Foundation

extension Kiosk {
    /// What the kernel's mode setting says: which plane shows which framebuffer where.
    public func displayState() throws -> String { try check("cat /sys/kernel/debug/dri/0/state") }

    /// Every property of every plane, CRTC and connector, one a line: to compare before and after.
    public func displayProperties() throws -> [String] {
        try check("drm-properties").split(separator: "\n").map(String.init)
    }

    /// The checksums of the next frames that vkms composes, one for each.
    public func composedChecksums(_ count: Int = 3) throws -> [UInt32] {
        let text = try check(
            """
            cd /sys/kernel/debug/dri/0/crtc-0/crc && echo auto >control || exit
            head -n \(count) data 2>&- || :
            """
        )
        return Self.checksums(in: text)
    }

    /// Starts collecting the checksum of each frame that vkms composes; `stop` returns them.
    public func collectChecksums() throws -> ChecksumCollector {
        let job = try start(
            "cd /sys/kernel/debug/dri/0/crtc-0/crc && echo auto >control && exec cat data", until: "0x")
        return ChecksumCollector(job: job)
    }

    /// Collects vkms' checksums while a test runs.
    public struct ChecksumCollector: Sendable {
        let job: Job

        /// The checksums so far, in order.
        public var checksums: [UInt32] { Kiosk.checksums(in: job.output) }

        /// Ends it and returns all.
        public func stop() throws -> [UInt32] { Kiosk.checksums(in: try job.stop()) }
    }

    private static func checksums(in text: String) -> [UInt32] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split { $0 == " " || $0 == "\t" }
            guard words.count == 2, words[1].hasPrefix("0x") else { return nil }
            return UInt32(words[1].dropFirst(2), radix: 16)
        }
    }
}

/// A frame as vkms composes it: 16 bits a channel, a picture and premultiplied layers on it.
public struct ComposedFrame: Sendable {
    private let width: Int, height: Int
    private var pixels: [UInt16]

    /// A frame that shows `picture` on its primary plane.
    public init(_ picture: Picture) {
        width = picture.width
        height = picture.height
        pixels = []
        pixels.reserveCapacity(width * height * 4)
        for index in stride(from: 0, to: picture.bytes.count, by: 3) {
            pixels.append(0xffff)
            for channel in 0..<3 { pixels.append(UInt16(picture.bytes[index + channel]) * 257) }
        }
    }

    /// Puts an ARGB8888 layer of premultiplied pixels above what is there, its corner at (x, y).
    public mutating func blend(_ layer: [UInt32], width layerWidth: Int, x: Int, y: Int) {
        for (index, pixel) in layer.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: layerWidth)
            guard (0..<width).contains(x + column), (0..<height).contains(y + row) else { continue }
            let at = ((y + row) * width + x + column) * 4
            let alpha = UInt64(pixel >> 24) * 257
            pixels[at] = 0xffff
            for channel in 0..<3 {
                let source = UInt64((pixel >> UInt32(16 - 8 * channel)) & 0xff) * 257
                let below = UInt64(pixels[at + 1 + channel])
                let sum = source * 0xffff + below * (0xffff - alpha)
                pixels[at + 1 + channel] = UInt16(truncatingIfNeeded: (sum + 0x7fff) / 0xffff)
            }
        }
    }

    /// The checksum that vkms gives for this frame: the kernel's crc32_le with seed 0.
    public var checksum: UInt32 {
        var crc: UInt32 = 0
        pixels.withUnsafeBytes { bytes in
            for byte in bytes { crc = Self.table[Int((crc ^ UInt32(byte)) & 0xff)] ^ (crc >> 8) }
        }
        return crc
    }

    private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
        (0..<8).reduce(index) { value, _ in value & 1 == 1 ? (value >> 1) ^ 0xedb8_8320 : value >> 1 }
    }
}
