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

    init(path: String, crtc: UInt32, below: UInt32, copies: [UInt32]) {
        self.path = path
        self.crtc = crtc
        self.below = below
        self.copies = copies
    }

    var head: RecordHead {
        let numbers = [crtc, below, UInt32(copies.count)] + copies
        return RecordHead(magic: Self.magic, words: numbers.map(UInt64.init), path: path)
    }

    /// Takes the head of a file; nil where it is none, or anything in it cannot be.
    init?(_ file: UnsafeRawBufferPointer) {
        guard let head = RecordHead(file, magic: Self.magic), DRMPath.isCard(head.path) else { return nil }
        let words = head.words[..<8]
        guard words.allSatisfy({ $0 <= UInt64(UInt32.max) }), words[0] != 0, words[1] != 0,
            (1...4).contains(words[2])
        else { return nil }
        self.init(
            path: head.path, crtc: UInt32(words[0]), below: UInt32(words[1]),
            copies: words[3..<(3 + Int(words[2]))].map { UInt32($0) })
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
