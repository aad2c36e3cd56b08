internal import Glibc
internal import HUDPixels
internal import HUDSystem

/// Copies of a picture are shown in its place: how to go back to the picture itself.
struct PictureRecord: Equatable {
    /// The card.
    let path: String
    let crtc: UInt32
    /// The picture's framebuffer, which outlives the HUD.
    let below: UInt32
    /// The HUD's own framebuffers.
    let copies: [UInt32]
    /// The part of the framebuffer that is seen.
    let view: Rect

    private static let mostCopies = 4

    init(path: String, crtc: UInt32, below: UInt32, copies: [UInt32], view: Rect) {
        self.path = path
        self.crtc = crtc
        self.below = below
        self.copies = Array(copies.prefix(Self.mostCopies))
        self.view = view
    }

    var words: [UInt64] {
        let unused = Array(repeating: UInt32(0), count: Self.mostCopies - copies.count)
        let numbers = [crtc, below, UInt32(copies.count)] + copies + unused
        return numbers.map(UInt64.init)
            + [view.x, view.y, view.width, view.height].map { UInt64(max(0, $0)) }
    }

    /// Takes the numbers of a file; nil where anything in them cannot be.
    init?(_ words: [UInt64], _ path: String) {
        guard words[..<7].allSatisfy({ $0 <= UInt64(UInt32.max) }), words[0] != 0, words[1] != 0,
            (1...UInt64(Self.mostCopies)).contains(words[2]), words[7..<11].allSatisfy({ $0 <= 1 << 15 })
        else { return nil }
        let view = words[7..<11].map { Int($0) }
        self.init(
            path: path, crtc: UInt32(words[0]), below: UInt32(words[1]),
            copies: words[3..<(3 + Int(words[2]))].map { UInt32($0) },
            view: Rect(x: view[0], y: view[1], width: view[2], height: view[3]))
    }

    // MARK: - Looking

    /// Whether the CRTC shows one of the copies.
    func isShown(on device: any DRMDevice) -> Bool {
        crtc(of: device).map { copies.contains($0.framebuffer) } ?? false
    }

    /// Whether the CRTC is active and shows any framebuffer. One without a framebuffer is black, though it counts as lit.
    func hasPicture(on device: any DRMDevice) -> Bool {
        crtc(of: device).map { $0.isActive && $0.framebuffer != 0 } ?? false
    }

    private func crtc(of device: any DRMDevice) -> DRMCRTC? { device.crtcs().first { $0.id == crtc } }

    // MARK: - Putting back

    /// A flip is tried so often, so far apart, while another one is under way.
    private static let tries = 250
    private static let pause: Int64 = 2_000_000

    /// Shows the picture itself again where a copy is shown, and looks whether it is.
    ///
    /// - Throws: EBUSY where another process is master or flips without end, or what the driver says.
    func flipBack(on device: any DRMDevice) throws(SystemError) {
        for _ in 0..<Self.tries {
            // Another framebuffer than a copy was put there by another program.
            guard isShown(on: device) else { return }
            do throws(SystemError) {
                // It may be master already: a card of a process that died while it was.
                let isMaster = device.isMaster
                if !isMaster { try device.becomeMaster() }
                defer { if !isMaster { device.dropMaster() } }
                try device.flip(crtc: crtc, to: below)
            } catch {
                if !error.isBusy { throw error }
                Clock.sleep(until: Clock.now() + Self.pause)
            }
        }
        throw SystemError("show the picture below again on", path, code: EBUSY)
    }

    /// Shows the picture on a CRTC that shows no framebuffer, by the primary plane and without a mode set. (A page flip
    /// needs a framebuffer that is shown already.)
    ///
    /// - Throws: where the driver has no atomic commits, or takes this one not: the framebuffer may have gone.
    func show(on device: any DRMDevice) throws(SystemError) {
        guard device.enableAtomic(), let crtc = crtc(of: device), crtc.isActive,
            let plane = device.planes().first(where: {
                $0.kind == .primary && $0.possibleCRTCs & (1 << UInt32(crtc.index & 31)) != 0
                    && [0, crtc.id].contains($0.state.crtc)
            })
        else { throw SystemError("show the picture below again on", path, code: EOPNOTSUPP) }
        let (width, height) = (UInt64(view.width), UInt64(view.height))
        let values: [(String, UInt64)] = [
            ("FB_ID", UInt64(below)), ("CRTC_ID", UInt64(crtc.id)), ("CRTC_X", 0), ("CRTC_Y", 0),
            ("CRTC_W", width), ("CRTC_H", height),
            // 16.16 fixed point.
            ("SRC_X", UInt64(view.x) << 16), ("SRC_Y", UInt64(view.y) << 16), ("SRC_W", width << 16),
            ("SRC_H", height << 16),
        ]
        let request = try device.prepare(
            values.compactMap { name, value in
                plane[name].map { DRMAssignment(object: plane.id, property: $0.id, value: value) }
            })
        try device.becomeMaster()
        defer { device.dropMaster() }
        try device.commit(request, .waiting)
    }
}
