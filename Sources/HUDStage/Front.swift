public import HUDDisplay
public import HUDInput
public import HUDSystem

/// The process that was started: it splits off the worker, waits, and puts the screen back where the worker
/// cannot. It opens no device before that.
public enum Front {
    /// Shows one HUD and returns when it has gone.
    ///
    /// - Parameters:
    ///   - request: what, how and where.
    ///   - lock: held until the screen is given back, by the worker too.
    ///   - journal: where the worker writes down what must be put back.
    ///   - doorbell: readable when somebody asks this HUD to leave.
    ///   - director: who changes the HUD while it shows, and says when it leaves; signals are his business, too.
    ///   - report: gets lines for the user.
    ///   - record: gets what became of each input device.
    public static func show(
        _ request: ShowRequest, lock: DisplayLock, journal: Journal, doorbell: borrowing FileDescriptor,
        director: ShowClient? = nil, report: (String) -> Void, record: (InputRecord) -> Void = { _ in }
    ) throws(SystemError) -> ShowEnding {
        // Before the split: neither process may be ended by a signal while it has something to put back.
        Signals.surviveBrokenPipes()
        let signals = try Signals(Signals.ending)
        var request = request
        request.mayChange = director != nil
        var inherited = [lock.descriptor, doorbell.raw]
        if case .borrowed(let descriptor) = request.placement.display { inherited.append(descriptor) }
        let worker = try Child.split { [request, inherited] channel in
            var worker = Worker(request, journal: journal, inherited: inherited, front: channel)
            return worker.run()
        }
        ProgramText.releasePages()
        var watch = Watch(request, journal: journal, director: director)
        try watch.run(worker, signals: signals, doorbell: doorbell.raw, report: report)
        watch.records.forEach(record)
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
}
