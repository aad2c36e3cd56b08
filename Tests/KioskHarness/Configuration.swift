extension Kiosk {
    /// A display, and the driver that the guest's kernel has for it.
    public enum Display: String, Sendable, CaseIterable {
        /// virtio-gpu: atomic, no vblank, no overlay, deferred fbdev.
        case virtio
        /// QEMU's standard VGA with bochs-drm: no vblank, memory on the card.
        case bochs
        /// vkms as it ships: overlays and a vblank of 60 Hz, no plane alpha, no scaling. No screenshots.
        case vkms
        /// vkms with plane alpha, zpos and scaling accepted, as small boards have them. No screenshots.
        case vkmsAlpha = "vkms-alpha"
        /// vesafb, no DRM: 1024 x 768 in 8 bits with a palette.
        case vesa8
        /// vesafb, 1024 x 768, RGB565.
        case vesa565
        /// vesafb, 1024 x 768, packed 24 bits.
        case vesa24
        /// vesafb, 1024 x 768, 32 bits.
        case vesa32
        /// No display at all.
        case none

        /// Whether QEMU can say what this display shows.
        public var hasScreenshots: Bool { self != .vkms && self != .vkmsAlpha && self != .none }
    }

    /// The keyboard that QEMU's keys arrive at.
    public enum Keyboard: String, Sendable {
        /// No repeat by itself: the kernel repeats.
        case virtio
        /// An AT keyboard, which repeats in hardware.
        case ps2
    }

    /// What a machine is made of. Equal configurations can share a machine.
    public struct Configuration: Hashable, Sendable {
        /// The display and its driver.
        public var display: Display
        /// Where typed keys arrive.
        public var keyboard: Keyboard
        /// "WIDTHxHEIGHT" of the first mode, or nil for 1024 x 768 (vkms: 640 x 480). vesafb has its own.
        public var size: String?
        /// drm_fbdev_overalloc: 200 gives a framebuffer with a second page to pan to.
        public var overalloc: Int
        /// How many displays the first card has: 1, or with virtio 2, which then show the same framebuffer.
        public var outputs: Int
        /// The monitor can be resized (`resizeMonitor`).
        public var isResizable: Bool
        /// More arguments for QEMU, such as a second card.
        public var qemu: [String]

        /// A machine with `display`, and all else as most tests want it.
        public init(
            _ display: Display, keyboard: Keyboard = .virtio, size: String? = nil, overalloc: Int = 100,
            outputs: Int = 1, isResizable: Bool = false, qemu: [String] = []
        ) {
            self.display = display
            self.keyboard = keyboard
            self.size = size
            self.overalloc = overalloc
            self.outputs = outputs
            self.isResizable = isResizable
            self.qemu = qemu
        }

        var words: [String] {
            var words = [
                "display=\(display.rawValue)", "keyboard=\(keyboard.rawValue)", "overalloc=\(overalloc)",
            ]
            if outputs != 1 { words.append("outputs=\(outputs)") }
            if isResizable { words.append("window=socket") }
            if let size { words.append("size=\(size)") }
            return qemu.isEmpty ? words : words + ["--"] + qemu
        }
    }
}
