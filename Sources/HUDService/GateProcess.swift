internal import HUDInput
internal import HUDSystem

/// The process that holds input off for a command. It lets go when the front is gone, and also when that is silent: who
/// has stopped it (Ctrl+Z) wants to type.
struct GateProcess {
    /// How long the front may be silent. It asks every second.
    private static let patience: Int64 = 4_000_000_000

    private let command: GatedCommand
    private let front: Channel
    private let gate: InputGate
    /// When input flows again though the command still runs; nil: it does, or not before its end.
    private var blockEnd: Int64?
    /// When the front should have said something.
    private var frontDeadline = Clock.now() + GateProcess.patience
    private var hasToldClosed = false
    private var hasToldEscape = false
    private var isLeaving = false

    /// The whole life of the process; returns its exit status.
    static func run(_ command: GatedCommand, _ front: Channel) -> Int32 {
        Signals.surviveStopKey()
        var holder = GateProcess(command, front)
        do throws(SystemError) {
            try holder.hold()
        } catch {
            holder.say(.notice("input is not held off: \(error)"))
            return 1
        }
        return 0
    }

    private init(_ command: GatedCommand, _ front: Channel) {
        self.command = command
        self.front = front
        gate = InputGate(settle: command.input.settle, rules: command.input.rules)
        blockEnd = Clock.time(after: command.input.maxBlock)
    }

    private mutating func hold() throws(SystemError) {
        let poller = try Poller()
        try poller.add(front.descriptor)
        try poller.add(gate.descriptor)
        if command.input.rules.passesAll { say(.closed) } else { gate.close() }
        while !isLeaving || !gate.isOpen {
            let events = try poller.wait(until: min(frontDeadline, blockEnd ?? .max))
            if events.contains(where: { $0.descriptor == front.descriptor }), !listen() {
                poller.remove(front.descriptor)
            }
            tell()
            lookAtClock()
        }
        tell()
    }

    /// Takes one word of the front's; false where it is gone.
    private mutating func listen() -> Bool {
        let message = front.receive().flatMap { GateMessage($0.message) }
        switch message {
        case .ping:
            frontDeadline = Clock.now() + Self.patience
            say(.alive)
        case .force: gate.forceOpen()
        case .open, nil:
            gate.open()
            isLeaving = true
        case .alive, .closed, .notice: break
        }
        return message != nil
    }

    private mutating func tell() {
        for notice in gate.takeNotices() { say(.notice(notice)) }
        if gate.isClosed, !hasToldClosed {
            hasToldClosed = true
            say(.closed)
        }
        if let chord = gate.escape, !hasToldEscape {
            hasToldEscape = true
            say(.notice("\(chord) was pressed, so input flows again"))
        }
    }

    private mutating func lookAtClock() {
        let now = Clock.now()
        if let end = blockEnd, now >= end {
            blockEnd = nil
            gate.open()
            if !isLeaving {
                say(.notice("input flows again, before the command ends: its time is over (--max-block)"))
            }
        }
        if now >= frontDeadline {
            frontDeadline = .max
            gate.open()
            say(.notice("input flows again, before the command ends: this program was stopped meanwhile"))
        }
    }

    /// The front may have stopped reading.
    private func say(_ message: GateMessage) { front.offer(message.bytes) }
}
