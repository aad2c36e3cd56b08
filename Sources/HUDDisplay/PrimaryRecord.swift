internal import Glibc
internal import HUDSystem

/// What a journal says of copies of the picture shown in its place: how to go back to the picture itself.
///
/// As little believed as a `JournalRecord`: it leads to nothing but another framebuffer of a card on a CRTC that
/// shows one of the HUD's.
struct PrimaryRecord: Equatable {
    /// The card.
    let path: String
    let crtc: UInt32
    /// The picture's framebuffer, which outlives the HUD.
    let below: UInt32
    /// The HUD's own framebuffers.
    let copies: [UInt32]

    /// "HUDFLIP" and the version.
    static let magic = UInt64(0x4855_4446_4C49_5001)
    private static let wordsOffset = 16
    private static let pathOffset = 1024

    init(path: String, crtc: UInt32, below: UInt32, copies: [UInt32]) {
        self.path = path
        self.crtc = crtc
        self.below = below
        self.copies = copies
    }

    /// Writes the head; nothing is pending yet.
    func write(to base: UnsafeMutableRawPointer) {
        memset(base, 0, JournalRecord.headBytes)
        for (index, number) in ([crtc, below, UInt32(copies.count)] + copies).enumerated() {
            base.storeBytes(of: UInt64(number), toByteOffset: Self.wordsOffset + index * 8, as: UInt64.self)
        }
        for (index, byte) in path.utf8.prefix(JournalRecord.pathBytes - 1).enumerated() {
            base.storeBytes(of: byte, toByteOffset: Self.pathOffset + index, as: UInt8.self)
        }
        base.storeBytes(of: Self.magic, as: UInt64.self)
    }

    /// Takes the head of a file; nil where it is none, or anything in it cannot be.
    init?(_ head: UnsafeRawBufferPointer) {
        guard head.count >= JournalRecord.headBytes, head.loadUnaligned(as: UInt64.self) == Self.magic else {
            return nil
        }
        let words = (0..<8).map {
            head.loadUnaligned(fromByteOffset: Self.wordsOffset + $0 * 8, as: UInt64.self)
        }
        let characters = head[Self.pathOffset..<(Self.pathOffset + JournalRecord.pathBytes)].prefix {
            $0 != 0
        }
        guard words.allSatisfy({ $0 <= UInt64(UInt32.max) }), words[0] != 0, words[1] != 0,
            (1...4).contains(words[2]), characters.count < JournalRecord.pathBytes
        else { return nil }
        self.init(
            path: String(decoding: characters, as: UTF8.self), crtc: UInt32(words[0]),
            below: UInt32(words[1]), copies: words[3..<(3 + Int(words[2]))].map { UInt32($0) })
        guard DRMPath.isCard(path) else { return nil }
    }

    /// So often, so far apart, a flip is tried while another is under way.
    private static let tries = 250
    private static let pause: Int64 = 2_000_000

    /// Whether a display shows one of the copies.
    func isShown(on device: any DRMDevice) -> Bool {
        device.crtcs().contains { $0.id == crtc && copies.contains($0.framebuffer) }
    }

    /// Shows the picture itself again where a copy is shown, and waits until that is accepted; false where it
    /// could not be done.
    func flipBack(on device: any DRMDevice) -> Bool {
        for _ in 0..<Self.tries {
            // Whatever else is shown there, somebody else put it.
            guard isShown(on: device) else { return true }
            do throws(SystemError) {
                // It may be master already: a card of a process that died while it was.
                let isMaster = device.isMaster
                if !isMaster { try device.becomeMaster() }
                defer { if !isMaster { device.dropMaster() } }
                try device.flip(crtc: crtc, to: below)
            } catch {
                if !error.isBusy { return false }
                Clock.sleep(until: Clock.now() + Self.pause)
            }
        }
        return false
    }
}
