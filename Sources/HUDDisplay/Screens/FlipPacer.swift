internal import HUDSystem

/// Which of a screen's buffers is on glass, and when its next frame makes sense: after the flip of the last one and,
/// where flips say nothing about the display, no sooner than a frame later.
struct FlipPacer {
    /// A flip that has not come by then is not waited for.
    private static let patience: Int64 = 100_000_000

    let period: Int64
    private let device: any DRMDevice
    private let crtc: UInt32
    private let hasVblank: Bool
    private var lastVblank: Int64 = 0
    private(set) var nextFrame: Int64 = 0

    /// The buffer on glass.
    private(set) var shown: Int?
    /// The buffer of a flip that was accepted and is not on glass yet.
    private var pending: (index: Int, since: Int64)?

    init(_ output: DRMOutput) {
        device = output.device
        crtc = output.crtc.id
        period = output.mode.period
        do throws(SystemError) {
            lastVblank = try output.device.lastVblank(ofCRTC: output.crtc.index)
            hasVblank = true
        } catch {
            hasVblank = false
        }
    }

    /// The buffer to draw in: the one that is not on glass.
    var free: Int { shown == 0 ? 1 : 0 }

    func glassTime(at now: Int64) -> Int64 {
        guard hasVblank, now >= lastVblank else { return now + period }
        return now + period - (now - lastVblank) % period
    }

    mutating func drain() throws(DisplayError) {
        let events = try display { () throws(SystemError) in try device.events(ofCRTC: crtc) }
        for event in events where event.kind == .flip {
            guard let flip = pending else { continue }
            shown = flip.index
            pending = nil
            if hasVblank {
                lastVblank = event.time
                nextFrame = flip.since
            } else {
                // The event came at once and says nothing about the display.
                nextFrame = flip.since + period
            }
        }
    }

    /// Whether a flip is still awaited. One whose event is lost was accepted all the same, and counts as shown.
    mutating func isFlipping(at now: Int64) -> Bool {
        guard let flip = pending else { return false }
        if now < flip.since + Self.patience { return true }
        shown = flip.index
        pending = nil
        return false
    }

    /// A flip to a buffer was accepted at `now`.
    mutating func didFlip(to index: Int, at now: Int64) {
        pending = (index, now)
        nextFrame = now + Self.patience
    }

    /// Nothing was flipped; `time` is when to look again.
    mutating func rest(until time: Int64) {
        nextFrame = time
    }
}
