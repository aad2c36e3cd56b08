public import HUDInput
internal import HUDSystem

/// A command that runs while input is held off, without a HUD.
public struct GatedCommand {
    /// The program and its arguments.
    public var words: [String]
    /// What becomes of input meanwhile.
    public var input: InputHandling

    /// Input as suits each device, held off as long as the command runs.
    public init(_ words: [String]) {
        self.words = words
        input = InputHandling()
        input.maxBlock = .max
    }

    /// How it ended.
    public enum Ending: Equatable, Sendable {
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
    public func run(report: (String) -> Void) -> Ending {
        do throws(SystemError) {
            return try GatedCommandRun(self).run(report)
        } catch {
            return .failed(error.description)
        }
    }
}

private final class GatedCommandRun {
    /// How long the command waits for devices to be held off.
    private static let closing: Int64 = 1_500_000_000
    /// How often the process that holds them is asked whether it is there.
    private static let pingPeriod: Int64 = 1_000_000_000
    /// How long it has to answer.
    private static let answerLimit: Int64 = 3_000_000_000

    private let command: GatedCommand
    private let surroundings: Command.Surroundings
    private let signals: Signals
    private let poller: Poller
    private let holder: Child
    /// The holder is there.
    private var isHeld = true
    private var isClosed = false
    private var isLeaving = false
    private var awaitsAnswer = false
    private var deadline = Clock.now() + GatedCommandRun.pingPeriod

    init(_ command: GatedCommand) throws(SystemError) {
        // Before signals are blocked: the command must not inherit that.
        let surroundings = Command.Surroundings()
        let signals = try Signals(Signals.passedOn + [Signals.child])
        let poller = try Poller()
        try poller.add(signals.descriptor)
        let holder = try Child.split { front in GateProcess.run(command, front) }
        try poller.add(holder.channel.descriptor)
        self.command = command
        self.surroundings = surroundings
        self.signals = signals
        self.poller = poller
        self.holder = holder
    }

    func run(_ report: (String) -> Void) throws(SystemError) -> GatedCommand.Ending {
        let latest = Clock.now() + Self.closing
        while isHeld, !isClosed, Clock.now() < latest {
            try wait(until: latest, report)
            while let signal = signals.next() {
                if signal == Signals.child { continue }
                try openGate(report)
                return .ended(status: 128 + signal)
            }
        }
        let process: Command
        do throws(SystemError) {
            process = try Command(command.words, surroundings)
        } catch {
            try openGate(report)
            return .notStarted(error.description, isMissing: error.isMissing)
        }
        let status = try wait(for: process, report)
        try openGate(report)
        return .ended(status: status)
    }

    private func wait(for process: Command, _ report: (String) -> Void) throws(SystemError) -> Int32 {
        while true {
            if let status = process.status() { return status }
            try wait(report)
            while let (signal, isFromProcess) = signals.nextWithSource() {
                // What a key of the terminal makes the whole group gets from the kernel.
                if signal != Signals.child, isFromProcess { process.kill(signal) }
            }
        }
    }

    /// Returns when everything has been let go; a signal hurries it.
    private func openGate(_ report: (String) -> Void) throws(SystemError) {
        isLeaving = true
        holder.channel.offer(GateMessage.open.bytes)
        while isHeld {
            try wait(report)
            while let signal = signals.next() {
                if Signals.ending.contains(signal) { holder.channel.offer(GateMessage.force.bytes) }
            }
        }
    }

    /// Waits until something happens, and asks after the holder meanwhile.
    private func wait(until limit: Int64 = .max, _ report: (String) -> Void) throws(SystemError) {
        let events = try poller.wait(until: isHeld ? min(deadline, limit) : nil)
        if events.contains(where: { $0.descriptor == holder.channel.descriptor }) { hear(report) }
        if !events.isEmpty || !isHeld || Clock.now() < deadline { return }
        if awaitsAnswer {
            holder.kill(9)
            awaitsAnswer = false
            report("the process that holds input off did not answer and was stopped")
        } else {
            holder.channel.offer(GateMessage.ping.bytes)
            awaitsAnswer = true
        }
        deadline = Clock.now() + Self.answerLimit
    }

    private func hear(_ report: (String) -> Void) {
        guard let message = holder.channel.receive().flatMap({ GateMessage($0.message) }) else {
            poller.remove(holder.channel.descriptor)
            isHeld = false
            if case .killed(let signal) = holder.wait(), !isLeaving {
                report("input flows again: the process that held it off was killed (signal \(signal))")
            }
            return
        }
        switch message {
        case .notice(let line): report(line)
        case .closed: isClosed = true
        case .alive:
            awaitsAnswer = false
            deadline = Clock.now() + Self.pingPeriod
        case .ping, .open, .force: break
        }
    }
}
