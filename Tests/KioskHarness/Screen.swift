import Foundation

extension Kiosk {
    /// What the display really shows, as QEMU scans it out. Not for vkms, which QEMU cannot see.
    ///
    /// Of another card than the first, by the name that it has in QEMU; of another of a card's displays, by its
    /// number.
    public func screenshot(of device: String? = nil, head: Int = 0) throws -> Picture {
        let path = directory + "/screenshot.ppm"
        var arguments: [String: Any] = ["filename": path]
        if device != nil || head != 0 {
            arguments["device"] = device ?? "display"
            arguments["head"] = head
        }
        try monitor.execute("screendump", arguments)
        return try Picture(ppm: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The geometry of a framebuffer, as it is now.
    public func framebuffer(_ device: String = "/dev/fb0") throws -> Framebuffer {
        try Framebuffer(report: check("fb-tool info \(device)"))
    }

    /// The bytes of a framebuffer's memory, what is not shown included.
    public func framebufferBytes(_ device: String = "/dev/fb0") throws -> [UInt8] {
        try check("cat \(device) >/share/fb.bytes")
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: share + "/fb.bytes")))
    }

    /// The picture in a framebuffer's memory: what programs wrote, whether it is shown or not.
    public func framebufferContents(_ device: String = "/dev/fb0") throws -> Picture {
        try framebuffer(device).picture(of: framebufferBytes(device))
    }

    /// Writes bytes into a framebuffer's memory.
    public func writeFramebuffer(_ bytes: [UInt8], at offset: Int = 0, device: String = "/dev/fb0") throws {
        try Data(bytes).write(to: URL(fileURLWithPath: share + "/fb.bytes"))
        try check("fb-tool poke \(offset) /share/fb.bytes \(device)")
    }

    /// Keeps the console from drawing by itself: no cursor, no kernel messages.
    public func quietConsole() throws {
        try check(
            "printf '\\033[?25l' >/dev/tty1; echo 0 >/sys/class/graphics/fbcon/cursor_blink; dmesg -n 1")
    }

    /// Shows text on the console, from its upper left corner, and no cursor.
    public func showText(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: share + "/text"))
        try check("printf '\\033c' >/dev/tty1; cat /share/text >/dev/tty1")
        try quietConsole()
    }

    /// Fills the framebuffer with noise, padding and unused bytes too, and waits until the display shows it.
    ///
    /// Noise, because on an even background a box that is blended wrongly can look right.
    @discardableResult
    public func fillNoise(seed: UInt64 = 1, device: String = "/dev/fb0") throws -> Background {
        try quietConsole()
        var framebuffer = try framebuffer(device)
        if !framebuffer.palette.isEmpty {
            try check("fb-tool palette \(device)")
            framebuffer = try self.framebuffer(device)
        }
        let count = min(framebuffer.stride * framebuffer.virtualHeight, framebuffer.memory)
        let bytes = Noise(seed: seed).bytes(count)
        try writeFramebuffer(bytes, device: device)
        let background = try Background(framebuffer: framebuffer, bytes: bytes)
        if configuration.display.hasScreenshots, device == "/dev/fb0" {
            try waitUntilShown(background.picture)
        }
        return background
    }

    /// Waits until the display shows exactly this picture.
    public func waitUntilShown(_ picture: Picture, seconds: Double = 5) throws {
        var last: Picture.Difference?
        let shown = try poll(seconds: seconds) {
            last = try screenshot().difference(from: picture)
            return last == nil
        }
        guard shown else { throw KioskError.unexpected("the display shows something else: \(last!)") }
    }

    /// What was put into a framebuffer.
    public struct Background: Sendable {
        /// The geometry when it was written.
        public let framebuffer: Framebuffer
        /// All bytes that were written.
        public let bytes: [UInt8]
        /// The visible part.
        public let picture: Picture

        /// `bytes` in a framebuffer of this geometry.
        public init(framebuffer: Framebuffer, bytes: [UInt8]) throws {
            self.framebuffer = framebuffer
            self.bytes = bytes
            picture = try framebuffer.picture(of: bytes)
        }
    }
}

/// A stream of bytes that look random and are the same for the same seed (splitmix64).
struct Noise {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    func bytes(_ count: Int) -> [UInt8] {
        var state = state
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var word: UInt64 = 0
            for index in 0..<count {
                if index % 8 == 0 {
                    state &+= 0x9e37_79b9_7f4a_7c15
                    word = state
                    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
                    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
                    word ^= word >> 31
                }
                buffer[index] = UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
            }
            initialized = count
        }
    }
}
