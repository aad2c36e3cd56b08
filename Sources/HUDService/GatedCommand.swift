package import HUDInput
internal import HUDStage
internal import HUDSystem

/// A command that runs while input is held off, without a HUD.
package struct GatedCommand {
    /// The program and its arguments.
    package var words: [String]
    /// What becomes of input meanwhile.
    package var input: InputHandling

    /// Input as suits each device, held off as long as the command runs.
    package init(_ words: [String]) {
        self.words = words
        input = InputHandling()
        input.maxBlock = .max
    }

    /// How it ended.
    package enum Ending: Equatable, Sendable {
        /// The command has ended, and input flows.
        case ended(status: Int32)
        /// The command could not be started; why, and whether there is none of that name.
        case notStarted(String, isMissing: Bool)
        /// The system gave no descriptors; nothing was started.
        case failed(String)
    }

    /// Holds input off, runs the command, lets input go; returns when all are done. `report` gets lines for the user.
    ///
    /// To be called while the process has one thread: a second process holds the input off, which is stopped where
    /// it hangs, and which lets go where this one does.
    package func run(report: @escaping (String) -> Void) -> Ending {
        Signals.expectChildren()
        do throws(SystemError) {
            return try GatedCommandRun(self, report).run()
        } catch {
            return .failed(error.description)
        }
    }
}

private final class GatedCommandRun {
    private let command: GatedCommand
    private let report: (String) -> Void
    private let signals: Signals
    private let loop: EventLoop
    private let gate: SupervisedProcess
    /// The process that holds input off is there.
    private var isThere = true
    private var isHeld = false
    private var isLeaving = false

    init(_ command: GatedCommand, _ report: @escaping (String) -> Void) throws(SystemError) {
        let signals = try Signals(Signals.passedOn + [Signals.child])
        let loop = try EventLoop()
        let gate = try SupervisedProcess(keeping: []) { front in GateProcess.run(command, front) }
        self.command = command
        self.report = report
        self.signals = signals
        self.loop = loop
        self.gate = gate
        gate.question()
        try loop.watch(self.signals.descriptor) { _ in }
        try loop.watch(gate.descriptor) { [unowned self] _ in hear() }
    }

    func run() throws(SystemError) -> GatedCommand.Ending {
        let latest = Clock.now() + TimeBudgets.holding
        while isThere, !isHeld, Clock.now() < latest {
            try turn(until: latest)
            while let signal = signals.next() {
                if signal == Signals.child { continue }
                try letGo()
                return .ended(status: 128 + signal)
            }
        }
        let process: Command
        do throws(SystemError) {
            process = try Command(command.words)
        } catch {
            try letGo()
            return .notStarted(error.description, isMissing: error.isMissing)
        }
        let status = try wait(for: process)
        try letGo()
        return .ended(status: status)
    }

    private func wait(for process: Command) throws(SystemError) -> Int32 {
        while true {
            if let status = process.status() { return status }
            try turn()
            while let (signal, isFromProcess) = signals.nextWithSource() {
                // What a key of the terminal makes the whole group gets from the kernel.
                if signal != Signals.child, isFromProcess { process.kill(signal) }
            }
        }
    }

    /// Returns when everything has been let go; a signal hurries it.
    private func letGo() throws(SystemError) {
        isLeaving = true
        gate.leave()
        while isThere {
            try turn()
            while let signal = signals.next() {
                if Signals.ending.contains(signal) { gate.leaveNow() }
            }
        }
    }

    /// Waits until something happens, and asks meanwhile whether the process that holds input off is there.
    private func turn(until limit: Int64 = .max) throws(SystemError) {
        try loop.turn(until: isThere ? min(gate.deadline, limit) : limit)
        guard isThere, gate.isHanging(at: Clock.now()) else { return }
        report("the process that holds input off did not answer and was stopped")
        forget()
        _ = gate.kill()
    }

    private func hear() {
        guard let message = gate.next() else {
            forget()
            if case .killed(let signal) = gate.bury(), !isLeaving {
                report("input flows again: the process that held it off was killed (signal \(signal))")
            }
            return
        }
        switch message.report {
        case .notice(let line): report(line)
        case .inputHeld: isHeld = true
        case .ended:
            forget()
            gate.bury()
        default: break
        }
    }

    private func forget() {
        loop.unwatch(gate.descriptor)
        isThere = false
    }
}
