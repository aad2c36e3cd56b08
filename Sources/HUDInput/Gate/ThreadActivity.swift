internal import HUDSystem
internal import Synchronization

/// What a thread of the gate is doing: it waits for something to happen, or it is in a step (a call to the kernel, most of
/// all) that began at some time. So a thread that hangs in a call can be told from one that works.
final class ThreadActivity: Sendable {
    /// A value of `Clock.now()`; `.max` while the thread waits.
    private let begin = Atomic<Int64>(.max)
    private let state: GateState

    /// For one thread of the gate that `state` belongs to; `end()` must be called when that thread ends.
    init(_ state: GateState) {
        self.state = state
        state.follow(self)
    }

    /// When the present step began; nil while the thread waits.
    var stepBegin: Int64? {
        let time = begin.load(ordering: .relaxed)
        return time == .max ? nil : time
    }

    /// A step begins; the one before it has ended.
    func step() {
        begin.store(Clock.now(), ordering: .relaxed)
        state.countStep()
    }

    /// The last step has ended, and the thread waits.
    func wait() {
        begin.store(.max, ordering: .relaxed)
        state.countStep()
    }

    /// The thread ends.
    func end() { state.forget(self) }
}
