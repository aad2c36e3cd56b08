internal import HUDDisplay
internal import HUDInput
internal import HUDScene
internal import HUDSystem

/// The front's side of one show: what the worker tells, what the client, signals and newer HUDs want, and whether the worker
/// hangs. It ends when the worker has said its last word, is dead, or hangs.
final class WorkerSupervisor {
    private let request: ShowRequest
    private let worker: SupervisedProcess
    private let journal: Journal
    private let client: Supervisor?
    private let hooks: ShowHooks
    private let report: (String) -> Void
    /// The displays that it is shown on.
    private var displays = 1
    /// When the show is over by itself; `.max` where another process says so.
    private var showEnd = Int64.max
    private var isDismissed = false
    private var signal: Int32?
    private var isWorkerGone = false

    /// How it ended, if the worker has said so.
    private(set) var ending: ShowEnding?
    /// The worker neither answered nor worked.
    private(set) var isHung = false
    /// What became of input devices.
    private(set) var records: [InputRecord] = []

    init(
        _ request: ShowRequest, worker: SupervisedProcess, journal: Journal, client: Supervisor?,
        report: @escaping (String) -> Void
    ) {
        self.request = request
        self.worker = worker
        self.journal = journal
        self.client = client
        self.report = report
        hooks = ShowHooks(request)
        let (start, overflow) = Clock.time(after: request.grace).addingReportingOverflow(TimeBudgets.opening)
        worker.expect(by: overflow ? .max : start)
    }

    /// Returns when the show is over.
    ///
    /// - Parameters:
    ///   - signals: those that end the show.
    ///   - leaveSocket: readable when a newer HUD asks this one to leave.
    /// - Throws: where the system has no descriptor left to wait with.
    func run(_ signals: borrowing Signals, leaveSocket: Int32) throws(SystemError) {
        let loop = try EventLoop()
        var signalNumbers: [Int32] = []
        try loop.watch(worker.descriptor) { [unowned self] _ in hear() }
        try loop.watch(leaveSocket) { [unowned self] _ in
            loop.unwatch(leaveSocket)
            dismiss()
        }
        var hasSignal = false
        try loop.watch(signals.descriptor) { _ in hasSignal = true }
        if let client {
            try loop.watch(client.descriptor) { [unowned self] _ in
                if obey(client) { return }
                loop.unwatch(client.descriptor)
                dismiss()
            }
        }
        while ending == nil, !isWorkerGone {
            try loop.turn(until: min(worker.deadline, client?.nextTry ?? .max))
            client?.flush()
            if hasSignal {
                hasSignal = false
                while let number = signals.next() { signalNumbers.append(number) }
                // The terminal sends it to all of a group, and the client decides whether the show goes on.
                if client == nil, let number = signalNumbers.first {
                    signal = number
                    dismiss()
                }
            }
            if ending == nil, worker.isHanging(at: Clock.now()) {
                isHung = true
                return
            }
        }
    }

    private func dismiss() {
        worker.leaveNow()
        if isDismissed { return }
        isDismissed = true
        worker.expect(by: Clock.now() + TimeBudgets.leaving(displays: displays))
    }

    /// Passes on what the client says; false when it is gone, or wants the HUD away now.
    private func obey(_ client: Supervisor) -> Bool {
        guard let steps = client.steps() else { return false }
        for step in steps {
            switch step {
            case .show(let hud, let stay):
                worker.show(hud, for: stay)
                hooks.change(to: hud, report)
            case .update(let hud):
                worker.update(hud)
                hooks.change(to: hud, report)
            case .leave: worker.leave()
            case .leaveNow: return false
            }
        }
        return true
    }

    private func hear() {
        guard let message = worker.next() else {
            isWorkerGone = true
            return
        }
        switch message.report {
        case .notice(let line): report(line)
        case .onGlass(let displays):
            self.displays = displays
            hooks.begin(report)
            client?.send(.onGlass(displays: displays))
            if !isDismissed { begin() }
        case .inputFlows: if !isDismissed, showEnd != .max { worker.expect(by: overdue(after: showEnd)) }
        case .cleared:
            isDismissed = true
            worker.expect(by: Clock.now() + TimeBudgets.delivering)
        case .input(let record): records.append(record)
        case .ended(let how):
            ending = how == .gone ? signal.map { .interrupted(signal: $0) } ?? .gone : how
        case .cardShared(let part): hold(message.descriptor, Int(part), message.isDescriptorLost)
        case .cardReleased(let part): journal.releaseCard(ofPart: Int(part))
        case .alive, .inputHeld: break
        }
    }

    /// The card that is needed to put back what this part of the journal says. Without it the screen could go black with the
    /// worker.
    private func hold(_ descriptor: Int32?, _ part: Int, _ isLost: Bool) {
        if let descriptor {
            journal.hold(FileDescriptor(owning: descriptor, path: "the display's card"), forPart: part)
        } else if isLost {
            report("there is no descriptor left to hold the display's card; raise the limit (ulimit -n)")
            dismiss()
        }
    }

    /// The show's time runs.
    private func begin() {
        if request.isOpenEnded { return worker.question() }
        let showTime = max(request.duration, request.least) + request.look.leaveDuration
        showEnd = Clock.time(after: showTime)
        // A worker that hangs holds input off no longer than it may.
        let blockTime = request.input.rules.passesAll ? .max : request.input.maxBlock
        worker.expect(by: overdue(after: Clock.time(after: min(showTime, blockTime))))
    }

    private func overdue(after end: Int64) -> Int64 { end + TimeBudgets.leaving(displays: displays) }
}
