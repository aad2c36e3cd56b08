internal import HUDSystem
internal import Synchronization

/// What the gate's owner wants, and what the gate's threads have to say.
final class GateState: Sendable {
    /// What is wanted; `change` counts the owner's wishes.
    struct Command: Equatable, Sendable {
        var goal = DeviceSequence.Goal.open
        var change = 0
    }

    /// What a device's thread tells.
    enum Report: Sendable {
        /// It is held off; with the reason why releases cannot be written.
        case holding(String, SystemError?)
        /// It has been let go, or another process has it, or it was unplugged.
        case ended(String, DeviceSequence.Ending)
        /// It could not be opened or used.
        case failed(String, SystemError)
        /// Another process has it; it is asked for again.
        case busy(String)
        /// Scans that could not be kept or delivered.
        case lost(String, scans: Int)
        /// A person has played a chord to leave; the device has been let go.
        case escaped(String)
        /// It turned out to be none of those that are held off.
        case passed(String)
    }

    private struct State {
        var command = Command()
        var isRunning = false
        var reports: [Report] = []
        var notices: [String] = []
        var escape: String?
        /// Every device that was there when the gate was closed is held off, or cannot be.
        var hasAnswered = false
        var logs: [DeviceLog] = []
        var activities: [ThreadActivity] = []
    }

    private let state = Mutex(State())
    /// For the gate's own thread: a new command, or a report.
    private let work: EventFD
    /// For the owner: a new notice, or the gate has become open.
    private let news: EventFD
    /// For an owner that waits for the end.
    private let rest: EventFD

    init() throws(SystemError) {
        work = try EventFD()
        news = try EventFD()
        rest = try EventFD()
    }

    /// The ungrabs that are under way.
    let ungrabs = Ungrabs()
    /// Steps that the gate's threads have completed, in all.
    private let steps = Atomic<Int>(0)

    // For the owner.

    var descriptor: Int32 { news.descriptor }

    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Wants `goal`. True where a thread has to be started for it.
    func want(_ goal: DeviceSequence.Goal) -> Bool {
        let mustStart = state.withLock { state in
            guard goal != state.command.goal || !state.isRunning else { return false }
            state.command.goal = goal
            state.command.change += 1
            guard !state.isRunning, goal == .closed else { return false }
            state.isRunning = true
            state.escape = nil
            state.hasAnswered = false
            state.logs = []
            rest.drain()
            return true
        }
        work.signal()
        return mustStart
    }

    func takeNotices() -> [String] {
        news.drain()
        return state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }

    /// The chord that was played since the gate was closed.
    var escape: String? { state.withLock { $0.escape } }

    var hasAnswered: Bool { state.withLock { $0.hasAnswered } }

    /// What became of each device since the gate was closed, in the order in which they were opened.
    var records: [InputRecord] { state.withLock { $0.logs }.map(\.record) }

    /// How many steps the gate's threads have completed, and when the oldest of the steps began that are under way.
    var progress: Int { steps.load(ordering: .relaxed) }
    var oldestStep: Int64? { state.withLock { $0.activities }.compactMap(\.stepBegin).min() }

    /// Whether all that was held has been delivered, or given up.
    var isDelivered: Bool { state.withLock { $0.logs }.allSatisfy { !$0.awaitsDelivery } }

    /// Returns when no thread runs.
    func waitForRest() {
        guard let poller = try? Poller(), (try? poller.add(rest.descriptor)) != nil else { return }
        while isRunning { _ = try? poller.wait(until: nil) }
    }

    // For the gate's threads.

    var workDescriptor: Int32 { work.descriptor }

    var command: Command { state.withLock { $0.command } }

    func takeReports() -> [Report] {
        work.drain()
        return state.withLock { state in
            defer { state.reports = [] }
            return state.reports
        }
    }

    func report(_ report: Report) {
        state.withLock { $0.reports.append(report) }
        work.signal()
    }

    /// A thread of the gate has completed a step.
    func countStep() { steps.add(1, ordering: .relaxed) }

    /// Follows the steps of a thread that begins.
    func follow(_ activity: ThreadActivity) { state.withLock { $0.activities.append(activity) } }

    /// Follows it no more: the thread ends.
    func forget(_ activity: ThreadActivity) {
        state.withLock { state in state.activities.removeAll { $0 === activity } }
    }

    /// The owner may want to look again.
    func wakeOwner() { news.signal() }

    func notify(_ notice: String) {
        state.withLock { $0.notices.append(notice) }
        news.signal()
    }

    /// Every device has answered.
    func answer() {
        state.withLock { $0.hasAnswered = true }
        news.signal()
    }

    /// Keeps what is told of a device.
    func keep(_ log: DeviceLog) {
        state.withLock { state in
            if !state.logs.contains(where: { $0 === log }) { state.logs.append(log) }
        }
    }

    /// A person wants to leave: everything is let go, and the owner is told.
    func leave(_ chord: String) {
        state.withLock { state in
            state.escape = chord
            guard state.command.goal == .closed else { return }
            state.command.goal = .open
            state.command.change += 1
        }
        news.signal()
    }

    /// Ends the gate's thread, unless input is to be held off again.
    func finish(evenIfClosed: Bool = false) -> Bool {
        let isDone = state.withLock { state in
            guard evenIfClosed || state.command.goal != .closed else { return false }
            state.isRunning = false
            return true
        }
        if isDone {
            news.signal()
            rest.signal()
        }
        return isDone
    }
}
