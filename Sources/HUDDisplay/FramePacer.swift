internal import HUDSystem

/// When a framebuffer's next frame makes sense: after the display's vblank where its card has one, else by time.
final class FramePacer {
    let period: Int64
    private var card: (any DRMDevice)?
    private let crtc: Int
    /// Since when a vblank is awaited.
    private var awaiting: Int64?
    private var lastVblank: Int64 = 0
    private(set) var nextFrame: Int64 = 0

    /// Paces by the vblank of a CRTC of `card`, which is kept open; by time where it has none.
    init(_ card: (any DRMDevice)?, crtc: Int, period: Int64) {
        self.period = period
        self.crtc = crtc
        guard let card else { return }
        do throws(SystemError) {
            lastVblank = try card.lastVblank(ofCRTC: crtc)
            self.card = card
        } catch {
            card.close()
        }
    }

    var descriptor: Int32? { card?.descriptor }

    func glassTime(at now: Int64) -> Int64 {
        guard card != nil, lastVblank > 0, now >= lastVblank else { return now + period }
        return now + period - (now - lastVblank) % period
    }

    /// A frame was begun at `now`.
    func didPresent(at now: Int64) {
        if let card {
            do throws(SystemError) {
                if awaiting == nil { try card.requestVblank(ofCRTC: crtc) }
                awaiting = now
                // A vblank that does not come (the display went dark) is not waited for.
                nextFrame = now + 3 * period
                return
            } catch {
                stop()
            }
        }
        // On a grid, so that lateness does not add up; frames that are missed are left out.
        nextFrame = max(nextFrame + period, now + period / 2)
    }

    func drain() {
        guard let card else { return }
        do throws(SystemError) {
            for event in try card.events() where event.kind == .vblank {
                lastVblank = event.time
                if let since = awaiting {
                    awaiting = nil
                    nextFrame = since
                }
            }
        } catch {
            stop()
        }
    }

    func stop() {
        card?.close()
        card = nil
        awaiting = nil
    }
}
