internal import Glibc
internal import HUDPixels
internal import HUDSystem

/// When a framebuffer's next frame makes sense: after its display has begun one, where the kernel tells of that, else by
/// time.
final class FramePacer {
    /// What tells that the display begins a frame.
    private enum Source {
        /// A vblank of the output.
        case vblank(DRMOutput)
        /// A call that returns then.
        case call(BlockingCall)
        case nothing
    }

    /// A call that returns sooner has not waited.
    private static let leastWait: Int64 = 1_000_000
    /// One that has not waited so often, one after the other, never will. (It may be made just before a frame begins.)
    private static let patience = 3

    let period: Int64
    private var source: Source
    /// Kept open, also for what it shows.
    private var card: (any DRMDevice)?
    /// Since when a frame is awaited.
    private var awaiting: Int64?
    private var lastBegin: Int64 = 0
    private(set) var nextFrame: Int64 = 0
    /// How often the call has returned at once.
    private var idleCalls = 0

    /// Paces by the vblanks of an output, whose card is taken over; by time where it has none.
    init(_ output: DRMOutput) {
        period = output.mode.period
        card = output.device
        do throws(SystemError) {
            lastBegin = try output.device.lastVblank(ofCRTC: output.crtc.index)
            source = .vblank(output)
        } catch {
            source = .nothing
        }
    }

    /// Paces by a call that waits for the display to begin a frame, where it does; else by time, with `period` from frame
    /// to frame.
    init(period: Int64, wait: @escaping @Sendable () -> Int32) {
        self.period = period
        source = Self.call(wait).map(Source.call) ?? .nothing
    }

    /// Answers EAGAIN where it has not waited.
    private static func call(_ wait: @escaping @Sendable () -> Int32) -> BlockingCall? {
        try? BlockingCall { _ in
            let begin = Clock.now()
            let code = wait()
            return code == 0 && Clock.now() - begin < Self.leastWait ? EAGAIN : code
        }
    }

    /// How much of the framebuffer all of the card's outputs show at this moment; nil where nothing tells. After a monitor
    /// was changed for a smaller one it is less than the framebuffer has.
    var shownSize: Size? {
        let modes = card?.crtcs().compactMap { $0.isActive ? $0.mode?.size : nil } ?? []
        guard let width = modes.map(\.width).min(), let height = modes.map(\.height).min() else {
            return nil
        }
        return Size(width: width, height: height)
    }

    var descriptor: Int32? {
        switch source {
        case .vblank(let output): output.device.descriptor
        case .call(let call): call.descriptor
        case .nothing: nil
        }
    }

    func glassTime(at now: Int64) -> Int64 {
        guard lastBegin > 0, now >= lastBegin else { return now + period }
        return now + period - (now - lastBegin) % period
    }

    /// A frame was begun at `now`.
    func didPresent(at now: Int64) {
        if ask() {
            awaiting = now
            // What does not come (the display went dark) is not waited for.
            nextFrame = now + 3 * period
        } else {
            // On a grid, so that lateness does not add up; frames that are missed are left out.
            nextFrame = max(nextFrame + period, now + period / 2)
        }
    }

    /// Asks to be told when the display begins a frame; false where nothing tells.
    private func ask() -> Bool {
        switch source {
        case .vblank(let output):
            do throws(SystemError) {
                if awaiting == nil { try output.device.requestVblank(ofCRTC: output.crtc.index) }
                return true
            } catch {
                goByTime()
                return false
            }
        case .call(let call):
            if idleCalls >= Self.patience { return false }
            if !call.isUnderWay { call.start() }
            return true
        case .nothing: return false
        }
    }

    func drain() {
        switch source {
        case .vblank(let output):
            do throws(SystemError) {
                for event in try output.device.events(ofCRTC: output.crtc.id) where event.kind == .vblank {
                    lastBegin = event.time
                    endWait(pause: 0)
                }
            } catch {
                goByTime()
            }
        case .call(let call):
            guard let code = call.result() else { return }
            switch code {
            case 0: idleCalls = 0
            case EAGAIN: idleCalls += 1
            // The driver has no such call, or another program has the display.
            default: idleCalls = Self.patience
            }
            endWait(pause: code == 0 ? 0 : period)
        case .nothing: break
        }
    }

    private func endWait(pause: Int64) {
        guard let since = awaiting else { return }
        awaiting = nil
        nextFrame = since + pause
    }

    private func goByTime() {
        source = .nothing
        awaiting = nil
        lastBegin = 0
    }

    func stop() {
        goByTime()
        card?.close()
        card = nil
    }
}
