public import HUDInput
internal import HUDSystem

/// A command that runs while input is held off, without a HUD.
public struct GatedCommand {
    /// The program and its arguments.
    public var words: [String]
    /// What becomes of input meanwhile.
    public var input = InputRules()
    /// How long input is held off at most, in nanoseconds, though the command still runs; nil: as long as it runs.
    public var maxBlock: Int64?
    /// How long a device is waited for that has something held down at the end, in nanoseconds.
    public var settle: Int64 = 5_000_000_000

    /// Input as suits each device, held off as long as the command runs.
    public init(_ words: [String]) {
        self.words = words
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

    /// How long the command waits for devices to be held off.
    private static let closing: Int64 = 1_500_000_000

    /// Holds input off, runs the command, lets input go; returns when both are done. `report` gets lines for the user.
    public func run(report: (String) -> Void) -> Ending {
        do throws(SystemError) {
            return try Run(self).run(report)
        } catch {
            return .failed(error.description)
        }
    }

    private final class Run {
        private let command: GatedCommand
        private let surroundings: Command.Surroundings
        private let signals: Signals
        private let gate: InputGate
        private let poller: Poller
        private var hasTimedOut = false

        init(_ command: GatedCommand) throws(SystemError) {
            // Before signals are blocked: the command must not inherit that.
            let surroundings = Command.Surroundings()
            let signals = try Signals(Signals.passedOn + [Signals.child])
            let gate = InputGate(settle: command.settle, rules: command.input)
            let poller = try Poller()
            try poller.add(signals.descriptor)
            try poller.add(gate.descriptor)
            self.command = command
            self.surroundings = surroundings
            self.signals = signals
            self.gate = gate
            self.poller = poller
        }

        func run(_ report: (String) -> Void) throws(SystemError) -> Ending {
            if !command.input.passesAll { gate.close() }
            let begin = Clock.now()
            while !gate.isClosed, !gate.isOpen, Clock.now() < begin + GatedCommand.closing {
                _ = try poller.wait(until: begin + GatedCommand.closing)
                gate.takeNotices().forEach(report)
                if let signal = signals.next(), signal != Signals.child {
                    letGo(report)
                    return .ended(status: 128 + signal)
                }
            }
            gate.takeNotices().forEach(report)
            let process: Command
            do throws(SystemError) {
                process = try Command(command.words, surroundings)
            } catch {
                letGo(report)
                return .notStarted(error.description, isMissing: error.isMissing)
            }
            let status = try wait(process, begin, report)
            letGo(report)
            return .ended(status: status)
        }

        private func wait(
            _ process: Command, _ begin: Int64, _ report: (String) -> Void
        ) throws(SystemError) -> Int32 {
            let end = command.maxBlock.map { begin + $0 }
            var hasEscaped = false
            while true {
                if let status = process.status() { return status }
                _ = try poller.wait(until: hasTimedOut ? nil : end)
                while let (signal, isFromProcess) = signals.nextWithSource() {
                    // What a key of the terminal makes the whole group gets from the kernel.
                    if signal != Signals.child, isFromProcess { process.kill(signal) }
                }
                gate.takeNotices().forEach(report)
                if let chord = gate.escape, !hasEscaped {
                    hasEscaped = true
                    report("\(chord) was pressed, so input flows again")
                }
                if let end, Clock.now() >= end, !hasTimedOut {
                    hasTimedOut = true
                    report("input flows again, before the command ends: its time is over (--max-block)")
                    gate.open()
                }
            }
        }

        /// Returns when everything has been let go; a signal hurries it.
        private func letGo(_ report: (String) -> Void) {
            gate.open()
            while !gate.isOpen {
                guard let events = try? poller.wait(until: nil) else { return gate.forceOpen() }
                gate.takeNotices().forEach(report)
                let isHurried = events.contains { $0.descriptor == signals.descriptor }
                if isHurried, let signal = signals.next(), Signals.ending.contains(signal) {
                    gate.forceOpen()
                }
            }
            gate.takeNotices().forEach(report)
        }
    }
}
