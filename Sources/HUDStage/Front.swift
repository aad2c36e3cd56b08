public import HUDDisplay
internal import HUDScene
public import HUDSystem

/// The process that was started: it splits off the worker, waits, and puts the screen back where the worker
/// cannot. It opens no device before that.
public enum Front {
    /// From the split to the first frame: opening devices, drawing.
    private static let startLimit: Int64 = 10_000_000_000
    /// Beyond the show's own time, or after the word to leave.
    private static let grace: Int64 = 800_000_000

    /// Shows one HUD and returns when it has gone.
    ///
    /// - Parameters:
    ///   - lock: held until the screen is given back, by the worker too.
    ///   - journal: where the worker writes down what must be put back.
    ///   - doorbell: readable when somebody asks this HUD to leave.
    ///   - report: gets lines for the user.
    public static func show(
        _ request: ShowRequest, lock: DisplayLock, journal: Journal, doorbell: borrowing FileDescriptor,
        report: (String) -> Void
    ) throws(SystemError) -> ShowEnding {
        // Before the split: neither process may be ended by a signal while it has something to put back.
        Signals.surviveBrokenPipes()
        let signals = try Signals(Signals.ending)
        var inherited = [lock.descriptor, doorbell.raw]
        if case .lease(let descriptor) = request.display { inherited.append(descriptor) }
        let worker = try Child.split { channel in
            var worker = Worker(request, journal: journal, inherited: inherited)
            return worker.run(channel)
        }
        ProgramText.letGo()
        var watch = Watch(request, journal: journal, deadline: Clock.now() + startLimit)
        try watch.run(worker, signals: signals, doorbell: doorbell.raw, report: report)
        if let ending = watch.ending {
            journal.finish()
            return ending
        }

        worker.kill(9)
        let end = worker.wait()
        return .crashed(cause(end, watch: watch) + "; " + putBack(journal))
    }

    private static func cause(_ end: Child.Ending, watch: Watch) -> String {
        if watch.isOverdue { return "the process that draws did not answer and was stopped" }
        return switch end {
        case .killed(let signal): "the process that draws was killed (signal \(signal))"
        case .exited(let status): "the process that draws ended too early (status \(status))"
        }
    }

    private static func putBack(_ journal: Journal) -> String {
        do throws(DisplayError) {
            return try journal.repair().description
        } catch {
            return "the screen could not be put back: \(error)"
        }
    }

    /// The waiting: until the worker says that the HUD has gone, is dead, or is overdue.
    private struct Watch {
        let showTime: Int64
        let journal: Journal
        var deadline: Int64
        var ending: ShowEnding?
        var isOverdue = false
        var isDismissed = false
        var signal: Int32?

        init(_ request: ShowRequest, journal: Journal, deadline: Int64) {
            self.journal = journal
            showTime = request.duration + request.theme.leaveDuration
            self.deadline = deadline
        }

        mutating func run(
            _ worker: borrowing Child, signals: borrowing Signals, doorbell: Int32, report: (String) -> Void
        ) throws(SystemError) {
            let poller = try Poller()
            try poller.add(worker.channel.descriptor)
            try poller.add(signals.descriptor)
            try poller.add(doorbell)
            while ending == nil {
                let events = try poller.wait(until: deadline)
                if events.isEmpty {
                    isOverdue = true
                    return
                }
                for event in events {
                    switch event.descriptor {
                    case worker.channel.descriptor:
                        guard let (message, descriptor) = worker.channel.receiveMessage() else { return }
                        hear(message, descriptor, report)
                    case doorbell:
                        poller.remove(doorbell)
                        dismiss(worker)
                    default:
                        signal = signals.next() ?? signal
                        dismiss(worker)
                    }
                }
            }
        }

        private mutating func dismiss(_ worker: borrowing Child) {
            worker.channel.send(.leave)
            if !isDismissed { deadline = Clock.now() + grace }
            isDismissed = true
        }

        private mutating func hear(_ message: Message, _ descriptor: Int32?, _ report: (String) -> Void) {
            switch message {
            case .notice(let line): report(line)
            case .onGlass: if !isDismissed { deadline = Clock.now() + showTime + grace }
            case .failed(let kind, let text): ending = .failed(kind, text)
            case .gone: ending = signal.map { .interrupted(signal: $0) } ?? .gone
            case .entrusted(let part):
                if let descriptor {
                    let card = FileDescriptor(owning: descriptor, path: "the display's card")
                    journal.hold(card, forPart: Int(part))
                }
            case .released(let part): journal.letGo(ofPart: Int(part))
            case .leave: break
            }
        }
    }
}
