package import HUDDisplay
package import HUDInput
package import HUDSystem

/// The process that was started: it splits off the worker, waits, and puts the screen back where the worker
/// cannot. It opens no device before that.
package enum Front {
    /// Shows one HUD and returns when it has gone.
    ///
    /// - Parameters:
    ///   - request: what, how and where.
    ///   - lock: held until the screen is given back, by the worker too.
    ///   - journal: where the worker writes down what must be put back.
    ///   - leaveSocket: readable when a newer HUD asks this one to leave.
    ///   - client: the process that changes the HUD while it shows, and says when it leaves; it sees to signals, too.
    ///   - report: gets lines for the user.
    ///   - record: gets what became of each input device.
    /// - Throws: where the system has no process or no descriptor left. Nothing was shown then.
    // Swift 6.0.3's compiler crashes when it optimises this function (its pass CopyPropagation).
    @_optimize(none)
    package static func show(
        _ request: ShowRequest, lock: DisplayLock, journal: Journal, leaveSocket: borrowing FileDescriptor,
        client: Supervisor? = nil, report: @escaping (String) -> Void,
        record: (InputRecord) -> Void = { _ in }
    ) throws(SystemError) -> ShowEnding {
        // Before the split: neither process may be ended by a signal while it has something to put back.
        let signals = try Signals(Signals.ending)
        var request = request
        request.mayChange = client != nil
        let inherited = [lock.descriptor, leaveSocket.raw] + request.placement.display.descriptors
        let worker = try SupervisedProcess(keeping: inherited) {
            [request] front in
            var worker = Worker(request, journal: journal, inherited: inherited, front: front)
            return worker.run()
        }
        ProgramText.releasePages()
        let supervisor = WorkerSupervisor(
            request, worker: worker, journal: journal, client: client, report: report)
        try supervisor.run(signals, leaveSocket: leaveSocket.raw)
        supervisor.records.forEach(record)
        if let ending = supervisor.ending { return finish(journal, ending) }
        return .crashed(cause(worker.kill(), isHung: supervisor.isHung) + "; " + putBack(journal))
    }

    private static func cause(_ end: Child.Ending?, isHung: Bool) -> String {
        switch end {
        case nil: "the process that draws hangs in the kernel and could not be ended"
        case _ where isHung: "the process that draws did not answer and was stopped"
        case .killed(let signal): "the process that draws was killed (signal \(signal))"
        case .exited(let status): "the process that draws ended too early (status \(status))"
        }
    }

    /// Puts back what the worker could not; where that fails, too, it says so, and the show did not end well.
    private static func finish(_ journal: Journal, _ ending: ShowEnding) -> ShowEnding {
        do throws(DisplayError) {
            let repair = try journal.finish()
            guard case .failed(let kind, let text) = ending, repair != .nothing, repair != .darkened else {
                return ending
            }
            return .failed(kind, "\(text); \(repair)")
        } catch {
            let line = "the screen could not be put back: \(error)"
            return switch ending {
            case .gone, .interrupted: .failed(error.kind, line)
            case .failed(let kind, let text):
                .failed(kind, text == error.description ? line : "\(text); \(line)")
            case .crashed(let text): .crashed("\(text); \(line)")
            }
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
