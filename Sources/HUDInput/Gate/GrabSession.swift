internal import HUDSystem

/// Carries out the sequence of one device, from the first look to its end.
struct GrabSession {
    /// No key for this long: no scan is under way. Scanners take up to 20 ms from key to key.
    private static let gap: Int64 = 30_000_000
    /// How long the end of a scan is waited for at most before the device is grabbed all the same.
    static let listening: Int64 = 1_000_000_000
    /// How often a device that is held off for the next HUD is asked for whether that has left.
    private static let lending: Int64 = 20_000_000

    let device: InputDevice
    let path: String
    let settle: Int64
    let folders: InputNode.Folders
    let control: GateState
    let log: DeviceLog
    let activity: ThreadActivity
    /// The rules do not want this device held off any more, or otherwise than now.
    let isUnwanted: () -> Bool
    let held: HeldEvents?
    /// Scans that were held and could not be delivered yet, because the device is wanted again.
    var undelivered: [[[InputEvent]]]
    /// Of a scan that had begun when the device was grabbed.
    var rest: HeldEvents?
    /// Of what is held only what is typed as scanners type is delivered.
    let isLearning: Bool
    private let isTyping: Bool
    var sequence: DeviceSequence
    private var chords: ChordWatch
    var chord: ChordWatch.Chord?
    private var isHolding = false
    /// When keys that are held at the end are waited for no longer.
    private var settleTime: Int64?
    /// When the last key went up or down.
    private var lastKey = Clock.now()
    private let begin = Clock.now()
    /// When the device had been let go; nil when what the witness heard until then has been read.
    private var reopening: Int64?

    init(
        _ device: InputDevice, _ decision: InputRules.Decision, _ settings: GateSettings,
        control: GateState, log: DeviceLog, activity: ThreadActivity,
        undelivered: [[[InputEvent]]], isUnwanted: @escaping () -> Bool
    ) {
        self.device = device
        self.control = control
        self.log = log
        self.activity = activity
        self.undelivered = undelivered
        self.isUnwanted = isUnwanted
        path = device.main.file.path
        settle = settings.settle
        folders = settings.folders
        let isWritable = device.writeError == nil
        isTyping = device.capabilities.kind == .keyboard
        isLearning = decision.isLearning && isTyping && isWritable
        held =
            decision.policy == .hold
            ? HeldEvents() : isLearning ? HeldEvents(pause: HeldEvents.scanPause, onlyFast: true) : nil
        // Power keys alone pass by themselves: only a rule has them held off, and means it.
        let isPowerKey = device.capabilities.reasonToPass != nil
        chords = ChordWatch(forbidden: settings.rules.forbidden.union(isPowerKey ? [.power] : []))
        sequence = DeviceSequence(
            isWritable: isWritable, isPatient: isTyping, hasSlots: device.capabilities.hasSlots)
    }

    mutating func run(_ poller: Poller, wakeUp: borrowing EventFD) throws(SystemError)
        -> DeviceSequence.Ending
    {
        var actions = DeviceSequence.start
        while true {
            var answer: DeviceSequence.Event?
            for action in actions {
                if case .end(let ending) = action { return finish(ending) }
                answer = carryOut(action) ?? answer
            }
            if answer == nil { answer = try nextEvent(poller, wakeUp) }
            if let answer { actions = sequence.take(answer, wanting: goal) }
        }
    }

    /// What happens next, where no answer is to be taken first.
    private mutating func nextEvent(
        _ poller: Poller, _ wakeUp: borrowing EventFD
    ) throws(SystemError) -> DeviceSequence.Event {
        if goal != sequence.goal { return .woken }
        if sequence.isHolding { tellHolding() }
        activity.wait()
        let events = try poller.wait(until: wake)
        activity.step()
        if events.contains(where: { $0.descriptor == wakeUp.descriptor }) { wakeUp.drain() }
        if let event = events.first(where: { $0.descriptor == device.main.file.raw }) {
            return event.isReadable ? read() : .gone
        }
        return takeTime()
    }

    /// What is wanted of the device now.
    var goal: DeviceSequence.Goal {
        // A person wants to leave: the device is let go, whatever the owner wants.
        if chord != nil { return .forced }
        let wanted = control.command.goal
        guard wanted == .open, sequence.isHolding || !undelivered.isEmpty, device.isAwaited else {
            return wanted == .closed && isUnwanted() ? .open : wanted
        }
        // The next HUD, another process, waits for the device already: it stays held off until that one leaves.
        return .closed
    }

    /// The device is held off, and nothing else is to be done.
    private mutating func tellHolding() {
        if sequence.goal == .closed { device.dismissWitness() }
        if !isHolding {
            log.update { $0.state = .closed }
            control.report(.holding(path, device.writeError))
        }
        isHolding = true
    }

    // MARK: - Time

    private var quietTime: Int64? {
        guard sequence.awaitsQuiet else { return nil }
        if sequence.isListening { return min(lastKey + Self.gap, begin + Self.listening) }
        return lastKey + DeliveryPace.rest(longest: longest)
    }

    /// The events of the longest scan that will be written when the device has been let go; 0: none will.
    private var longest: Int {
        guard sequence.goal == .open else { return 0 }
        let waiting = undelivered.map { $0.joined().count }.max() ?? 0
        return max(waiting, held.map { $0.hasScan ? $0.longest : 0 } ?? 0)
    }

    private var wake: Int64? {
        // The kernel does not tell when the next HUD has left.
        let isLent = sequence.goal == .closed && control.command.goal == .open
        return [quietTime, settleTime, isLent ? Clock.now() + Self.lending : nil].compactMap { $0 }.min()
    }

    private mutating func takeTime() -> DeviceSequence.Event {
        let now = Clock.now()
        if let time = settleTime, now >= time {
            settleTime = nil
            return .settled
        }
        if let time = quietTime, now >= time { return .quiet }
        return .woken
    }

    // MARK: - Actions

    /// Does it, and says what came of it.
    private mutating func carryOut(_ action: DeviceSequence.Action) -> DeviceSequence.Event? {
        activity.step()
        do throws(SystemError) {
            switch action {
            case .look:
                let main = try device.main.look()
                // What was thrown away may have been a key.
                lastKey = Clock.now()
                return .looked(main: main, witness: try device.witness?.look() ?? Pressed())
            case .grab: return try device.grab() ? .grabbed : .busy
            case .ungrab:
                try control.ungrabs.perform(folders, isAtHome: device.isAtHome) {
                    () throws(SystemError) in try device.ungrab()
                }
                reopening = Clock.now()
                return .ungrab
            case .read: return read()
            case .write(let packet): try device.write(packet)
            case .caught(let events): keep(events)
            case .halved(let events): noteHalved(events)
            case .caughtRest(let events):
                if rest == nil { rest = HeldEvents(pause: .max) }
                rest?.append(events)
            case .writeRest: writeRest()
            case .settle: settleTime = Clock.time(in: settle)
            case .end: break
            }
            return nil
        } catch {
            return .gone
        }
    }

    private mutating func read() -> DeviceSequence.Event {
        do throws(SystemError) {
            // Where the device may be let go next: not between this reading and the ungrab.
            if sequence.goal != .closed { try device.prepareUngrab() }
            // The main descriptor first: what it has heard and the witness has not, no other reader has. Until nothing
            // comes in between, so that both have heard of the same time.
            var main = try device.main.read()
            var witness = try device.witness?.read() ?? []
            for _ in 0..<8 where !witness.isEmpty {
                let more = try device.main.read()
                if more.isEmpty { break }
                main += more
                witness += try device.witness?.read() ?? []
            }
            noteKeys(main)
            noteHalfHeard(witness)
            if main.contains(.dropped) { log.update { $0.overflows += 1 } }
            return .read(main: main, witness: witness)
        } catch {
            return .gone
        }
    }

    /// The console hears the device again after the programs that read it.
    private mutating func noteHalfHeard(_ witness: [InputEvent]) {
        guard isTyping, let end = reopening else { return }
        reopening = nil
        let count = HalfHeard.count(witness, until: end / 1000, known: sequence.witness.keys)
        if count > 0 { log.update { $0.halfHeard += count } }
    }

    private mutating func noteKeys(_ events: [InputEvent]) {
        let isTyped = events.contains { $0.isKey && !$0.isRepeat || $0 == .dropped }
        if isTyping, isTyped { lastKey = Clock.now() }
        let played = chords.take(events)
        if isHolding { chord = chord ?? played }
    }

    private func keep(_ events: [InputEvent]) {
        held?.append(events)
        let count = events.saying
        let isHeld = held != nil && !isLearning
        if held?.hasScan == true { log.setAwaitsDelivery(true) }
        log.update { record in
            if isHeld { record.held += count } else { record.discarded += count }
        }
    }
}
