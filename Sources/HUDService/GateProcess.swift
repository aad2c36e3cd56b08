internal import HUDInput
internal import HUDStage
internal import HUDSystem

/// The process that holds input off for a command. It lets go when the front is gone, and also when that is silent: a user who
/// has stopped it (Ctrl+Z) wants to type.
struct GateProcess {
    private let command: GatedCommand
    private let front: Supervisor
    private let gate: InputGate
    /// When input flows again though the command still runs; `.max`: not before its end.
    private var blockEnd: Int64
    private var isSilenceTold = false
    private var isHeldTold = false
    private var isEscapeTold = false
    private var isLeaving = false

    /// The whole life of the process; returns its exit status.
    static func run(_ command: GatedCommand, _ front: Supervisor) -> Int32 {
        Signals.surviveStopKey()
        var process = GateProcess(command, front)
        do throws(SystemError) {
            try process.hold()
        } catch {
            front.send(.notice("input is not held off: \(error)"))
        }
        front.send(.ended(.gone))
        front.flush(until: Clock.now() + TimeBudgets.lastWord)
        return 0
    }

    private init(_ command: GatedCommand, _ front: Supervisor) {
        self.command = command
        self.front = front
        gate = InputGate(settle: command.input.settle, rules: command.input.rules)
        blockEnd = Clock.time(after: command.input.maxBlock)
    }

    private mutating func hold() throws(SystemError) {
        let loop = try EventLoop()
        var isHeard = false
        try loop.watch(front.descriptor) { _ in isHeard = true }
        try loop.watch(gate.descriptor) { _ in }
        if command.input.rules.passesAll { tellHeld() } else { gate.close() }
        while !isLeaving || !gate.isOpen {
            let silence = isLeaving || isSilenceTold ? .max : front.lastHeard + TimeBudgets.silence
            try loop.turn(until: min(silence, blockEnd, front.nextTry))
            if isHeard, !listen() { loop.unwatch(front.descriptor) }
            isHeard = false
            front.flush()
            tell()
            lookAtClock(silence)
        }
        tell()
    }

    /// Does what the front wants; false where it is gone.
    private mutating func listen() -> Bool {
        guard let steps = front.steps() else {
            letGo()
            return false
        }
        for step in steps {
            switch step {
            case .leave: letGo()
            case .leaveNow:
                letGo()
                gate.forceOpen()
            case .show, .update: break
            }
        }
        return true
    }

    private mutating func letGo() {
        gate.open()
        isLeaving = true
    }

    private mutating func tell() {
        for notice in gate.takeNotices() { front.send(.notice(notice)) }
        if gate.isClosed, !isHeldTold { tellHeld() }
        if let chord = gate.escape, !isEscapeTold {
            isEscapeTold = true
            front.send(.notice("\(chord) was pressed, so input flows again"))
        }
    }

    private mutating func tellHeld() {
        isHeldTold = true
        front.send(.inputHeld)
    }

    private mutating func lookAtClock(_ silence: Int64) {
        let now = Clock.now()
        if now >= blockEnd {
            blockEnd = .max
            gate.open()
            if !isLeaving {
                front.send(
                    .notice("input flows again, before the command ends: its time is over (--max-block)"))
            }
        }
        if now >= silence {
            isSilenceTold = true
            gate.open()
            front.send(
                .notice("input flows again, before the command ends: this program was stopped meanwhile"))
        }
    }
}
