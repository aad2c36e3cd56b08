import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem

/// A framebuffer in ordinary memory, that tells a test of every access.
final class FakeFramebuffer: FramebufferDevice {
    let path: String
    let driver = "fakefb"
    var layout: FramebufferGeometry
    var memory: [UInt8]
    /// Byte ranges that were written, in order.
    var writes: [Range<Int>] = []
    /// Called before each write, in its middle, and after it.
    var onWrite: (() -> Void)?
    var onRead: (() -> Void)?
    /// What the calls answer in place of working.
    var failure: Int32?

    init(_ layout: FramebufferGeometry, seed: UInt64 = 1, path: String = "/dev/fb7") {
        self.path = path
        self.layout = layout
        var noise = Noise(seed: seed)
        memory = (0..<layout.memorySize).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
    }

    func geometry() throws(SystemError) -> FramebufferGeometry {
        if let failure { throw SystemError("examine", path, code: failure) }
        return layout
    }

    /// 6 x 6 x 6 colours, evenly, and the rest black.
    static let colors: Palette = {
        let levels: [UInt8] = [0, 51, 102, 153, 204, 255]
        var colors: [Color] = []
        for red in levels {
            for green in levels {
                for blue in levels { colors.append(Color(red: red, green: green, blue: blue)) }
            }
        }
        return Palette(colors)
    }()

    func palette() throws(SystemError) -> Palette {
        if let failure { throw SystemError("ask for the colours of", path, code: failure) }
        return Self.colors
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) {
        if let failure { throw SystemError("read", path, code: failure) }
        onRead?()
        memory.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + buffer.count)]))
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        if let failure { throw SystemError("write", path, code: failure) }
        writes.append(offset..<(offset + bytes.count))
        onWrite?()
        // The kernel copies whole pixels.
        let half = bytes.count / 2 / layout.bytesPerPixel * layout.bytesPerPixel
        for index in 0..<half { memory[offset + index] = bytes[index] }
        onWrite?()
        for index in half..<bytes.count { memory[offset + index] = bytes[index] }
        onWrite?()
    }

    var waitForFrame: @Sendable () -> Int32 = { ENOTTY }

    /// FBIOBLANK's levels, in order.
    var blanks: [Int32] = []
    var onBlank: (() -> Void)?
    func blank(_ level: Int32) throws(SystemError) {
        if let failure { throw SystemError("blank", path, code: failure) }
        blanks.append(level)
        onBlank?()
    }

    /// A pixel that is seen.
    func pixel(_ x: Int, _ y: Int) throws -> UInt32 { try withScreen { $0.pixel(x: x, y: y) } }

    /// The visible pixels as a surface.
    func withScreen<Result>(_ body: (Surface) -> Result) throws -> Result {
        let format = try layout.format(Self.colors)
        let start = layout.yOffset * layout.lineLength + layout.xOffset * format.bytesPerPixel
        return memory.withUnsafeMutableBytes {
            body(
                Surface(
                    base: $0.baseAddress! + start, size: layout.size, stride: layout.lineLength,
                    format: format))
        }
    }
}

/// How many bytes differ: an expectation on this has a short message.
func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a == b ? 0 : a.count != b.count ? max(a.count, b.count) : zip(a, b).count { $0 != $1 }
}

/// Numbers that look random and are the same for the same seed (splitmix64).
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}

/// A machine of fakes.
final class FakeSystem: DisplaySystem {
    var nodes = DisplayNodes(sys: "/nonexistent")
    var cards: [String: FakeCard] = [:]
    var framebuffers: [String: FakeFramebuffer] = [:]
    var master: FileHolder?
    /// What opening a path answers.
    var refusals: [String: Int32] = [:]
    var opened: [String] = []
    /// What happens in the moment in which a card is opened.
    var onOpen: (() -> Void)?
    /// What an cardShared card is.
    var cardShared: FakeCard?

    func adopt(_ card: consuming FileDescriptor) -> any DRMDevice { cardShared! }

    func openCard(_ path: String) throws(SystemError) -> any DRMDevice {
        opened.append(path)
        if let code = refusals[path] { throw SystemError("open", path, code: code) }
        guard let card = cards[path] else { throw SystemError("open", path, code: ENOENT) }
        card.isClosed = false
        onOpen?()
        return card
    }

    /// The card that was handed down.
    var lent: FakeCard?
    var lendFailure: SystemError?

    func borrowCard(_ descriptor: Int32) throws(SystemError) -> any DRMDevice {
        if let lendFailure { throw lendFailure }
        guard let lent else { throw SystemError("use", "descriptor \(descriptor)", code: EBADF) }
        return lent
    }

    func openFramebuffer(_ path: String) throws(SystemError) -> any FramebufferDevice {
        opened.append(path)
        if let code = refusals[path] { throw SystemError("open", path, code: code) }
        guard let framebuffer = framebuffers[path] else { throw SystemError("open", path, code: ENOENT) }
        return framebuffer
    }

    func owner(of path: String) -> FileHolder? { master }
}

/// A folder that goes with its owner.
final class Folder {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "/hud-display-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, _ name: String) {
        let file = path + "/" + name
        try? FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try? text.write(toFile: file, atomically: false, encoding: .utf8)
    }

    func link(_ name: String, to target: String) {
        try? FileManager.default.createSymbolicLink(
            atPath: path + "/" + name, withDestinationPath: path + "/" + target)
    }
}
