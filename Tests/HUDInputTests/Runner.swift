import HUDInput

/// Carries out a sequence on the model of the kernel, with other things happening at every seam.
final class Runner {
    /// A seam, and how often it has been passed.
    enum Moment: Hashable {
        case beforeLook
        case beforeGrab
        case whileGrabbing
        case afterGrab
        case beforeLettingGo
        case whileLettingGo
        case afterLettingGo
        case beforeWriting
        case afterWriting
        case betweenReaders
    }

    let kernel: KernelModel
    var sequence: DeviceSequence
    private(set) var ending: DeviceSequence.Ending?
    /// What was kept to be said again.
    let held = HeldEvents()
    /// Of a scan that had begun when the device was grabbed.
    let rest = HeldEvents(pause: .max)
    /// Of a scan whose rest was heard.
    private(set) var halved: [InputEvent] = []
    private let isKeeping: Bool
    /// The process has been killed: it does nothing any more, and the kernel lets the device go in time.
    var isDead = false
    /// Whether the hand rests long enough at each seam for a scan to be over; else `quiet()` says so.
    var isQuiet = true
    private(set) var isSettling = false
    private(set) var writes: [[InputEvent]] = []
    private var passed: [Moment: Int] = [:]
    private let happening: (Moment, Int, Runner) -> Void
    /// What the owner wants; a happening may set it.
    var wanted = DeviceSequence.Goal.closed

    init(
        _ kernel: KernelModel, isWritable: Bool = true, isKeeping: Bool = false, isPatient: Bool = false,
        happening: @escaping (Moment, Int, Runner) -> Void = { _, _, _ in }
    ) {
        self.kernel = kernel
        self.isKeeping = isKeeping
        sequence = DeviceSequence(isWritable: isWritable, isPatient: isPatient)
        self.happening = happening
    }

    func start() {
        run(DeviceSequence.start)
    }

    /// The owner's wish.
    func want(_ goal: DeviceSequence.Goal) {
        wanted = goal
        take(.woken)
    }

    /// The device says this, and its thread wakes up.
    func say(_ events: [InputEvent]) {
        kernel.say(events)
        wake()
    }

    func wake() {
        guard ending == nil, kernel.hasMain else { return }
        take(read())
    }

    func quiet() {
        take(.quiet)
    }

    func settle() {
        take(.settled)
    }

    func unplug() {
        take(.gone)
    }

    private func take(_ event: DeviceSequence.Event) {
        run(sequence.take(event, wanting: wanted))
    }

    private func run(_ first: [DeviceSequence.Action]) {
        var actions = first
        while true {
            if actions.isEmpty, wanted != sequence.goal { actions = sequence.take(.woken, wanting: wanted) }
            if actions.isEmpty, isQuiet, sequence.awaitsQuiet {
                actions = sequence.take(.quiet, wanting: wanted)
            }
            if actions.isEmpty { return }
            var answer: DeviceSequence.Event?
            for action in actions where !isDead { answer = carryOut(action) ?? answer }
            if isDead { return }
            actions = answer.map { sequence.take($0, wanting: wanted) } ?? []
        }
    }

    /// As the device's thread does when the device has been let go.
    private func deliver() {
        for packet in Packet.sayingAgain(held.complete(), offBy: { _ in 1 }).joined() { kernel.say(packet) }
        held.wipe()
    }

    private func carryOut(_ action: DeviceSequence.Action) -> DeviceSequence.Event? {
        switch action {
        case .look:
            pass(.beforeLook)
            let main = kernel.lookMain()
            pass(.betweenReaders)
            return .looked(main: main, witness: kernel.lookWitness())
        case .grab:
            pass(.beforeGrab)
            if isDead { return nil }
            let isMine = kernel.grab { pass(.whileGrabbing) }
            if isMine { pass(.afterGrab) }
            return isMine ? .grabbed : .busy
        case .ungrab:
            pass(.beforeLettingGo)
            if isDead { return nil }
            kernel.ungrab { pass(.whileLettingGo) }
            pass(.afterLettingGo)
            return .ungrab
        case .read:
            return read()
        case .write(let packet):
            pass(.beforeWriting)
            if isDead { return nil }
            if packet != [.question, .report] { writes.append(packet) }
            kernel.say(packet)
            pass(.afterWriting)
        case .settle:
            isSettling = true
        case .caught(let events):
            held.append(events)
        case .halved(let events):
            halved += events
        case .caughtRest(let events):
            rest.append(events)
        case .writeRest:
            // This is meant to be heard.
            let hidden = kernel.hidden
            kernel.hidden = []
            for packet in rest.complete().joined() { kernel.say(packet) }
            kernel.hidden = hidden
            rest.wipe()
        case .end(let ending):
            self.ending = ending
            if isKeeping, ending == .ungrab { deliver() }
        }
        return nil
    }

    private func read() -> DeviceSequence.Event {
        let main = kernel.readMain()
        pass(.betweenReaders)
        return .read(main: main, witness: kernel.readWitness())
    }

    private func pass(_ moment: Moment) {
        passed[moment, default: 0] += 1
        happening(moment, passed[moment]!, self)
    }
}

/// Begins to hold off a device on which `before` has happened.
func gate(
    _ kernel: KernelModel = KernelModel(), after before: [[InputEvent]] = [], isWritable: Bool = true,
    isKeeping: Bool = false, isPatient: Bool = false,
    happening: @escaping (Runner.Moment, Int, Runner) -> Void = { _, _, _ in }
) -> Runner {
    before.forEach { kernel.say($0) }
    let runner = Runner(
        kernel, isWritable: isWritable, isKeeping: isKeeping, isPatient: isPatient, happening: happening)
    runner.start()
    return runner
}
