internal import HUDSystem

/// Carries out the sequence of one device, from the first look to its end.
struct GrabSession {
    /// No key for this long: no scan is under way. Scanners take up to 20 ms from key to key.
    private static let gap: Int64 = 30_000_000
    /// How long the end of a scan is waited for at most before the device is grabbed all the same.
    private static let listening: Int64 = 1_000_000_000

    private let device: InputDevice
    private let path: String
    private let settle: Int64
    private let control: GateState
    private let log: DeviceLog
    private let activity: ThreadActivity
    private let held: HeldEvents?
    /// Of a scan that had begun when the device was grabbed.
    private var rest: HeldEvents?
    /// Of what is held only what is typed as scanners type is said again.
    private let isLearning: Bool
    private let isTyping: Bool
    private var sequence: DeviceSequence
    private var goal = DeviceSequence.Goal.closed
    private var chords: ChordWatch
    private var chord: ChordWatch.Chord?
    private var isHolding = false
    /// When keys that are held at the end are waited for no longer.
    private var settleTime: Int64?
    /// When the last key went up or down.
    private var lastKey = Clock.now()
    private let begin = Clock.now()
    /// When the device had been let go; nil when what the others heard until then has been read.
    private var reopening: Int64?

    init(
        _ device: InputDevice, _ decision: InputRules.Decision, _ settings: GateSettings,
        control: GateState, log: DeviceLog, activity: ThreadActivity
    ) {
        self.device = device
        self.control = control
        self.log = log
        self.activity = activity
        path = device.main.file.path
        settle = settings.settle
        let isWritable = device.writeError == nil
        isTyping = device.capabilities.kind == .keyboard
        isLearning = decision.isLearning && isTyping && isWritable
        held =
            decision.policy == .hold
            ? HeldEvents() : isLearning ? HeldEvents(pause: HeldEvents.scanPause) : nil
        chords = ChordWatch(forbidden: settings.rules.forbidden)
        sequence = DeviceSequence(
            isWritable: isWritable, isPatient: isTyping, hasSlots: device.capabilities.hasSlots)
    }

    mutating func run(_ poller: borrowing Poller, wakeUp: borrowing EventFD) throws(SystemError)
        -> DeviceSequence.Ending
    {
        var actions = DeviceSequence.start
        while true {
            var answer: DeviceSequence.Event?
            for action in actions {
                if case .end(let ending) = action { return finish(ending) }
                answer = carryOut(action) ?? answer
            }
            if let new = newGoal() {
                // Comes before the answer; at rest there is none.
                actions = sequence.take(.goal(new))
                if answer == nil { continue }
            }
            if let answer {
                actions = sequence.take(answer)
                continue
            }
            if sequence.isHolding { tellHolding() }
            activity.wait()
            let events = try poller.wait(until: wake)
            activity.step()
            if events.contains(where: { $0.descriptor == wakeUp.descriptor }) { wakeUp.drain() }
            if let new = newGoal() {
                actions = sequence.take(.goal(new))
            } else if let event = events.first(where: { $0.descriptor == device.main.file.raw }) {
                actions = sequence.take(event.isReadable ? read() : .gone)
            } else {
                actions = takeTime()
            }
        }
    }

    /// What is wanted from now on, where that is something else.
    private mutating func newGoal() -> DeviceSequence.Goal? {
        var wanted = control.command.goal
        // The next HUD, another process, waits for the device already: it stays held off until that one leaves.
        if wanted == .open, sequence.isHolding, device.isAwaited { wanted = .closed }
        // A person who leaves is let go of, whatever the owner wants.
        if chord != nil { wanted = .forced }
        guard wanted != goal else { return nil }
        goal = wanted
        return wanted
    }

    /// The device is held off, and nothing else is to be done.
    private mutating func tellHolding() {
        device.dismissWitness()
        if !isHolding {
            log.update { $0.state = .closed }
            control.report(.holding(path, device.writeError))
        }
        isHolding = true
    }

    // MARK: - Time

    private var quietTime: Int64? {
        guard sequence.awaitsQuiet else { return nil }
        return sequence.isListening ? min(lastKey + Self.gap, begin + Self.listening) : lastKey + Self.gap
    }

    private var wake: Int64? {
        // Nobody tells when the next HUD has left.
        let isLent = goal == .closed && control.command.goal == .open
        return [quietTime, settleTime, isLent ? Clock.now() + 10_000_000 : nil].compactMap { $0 }.min()
    }

    private mutating func takeTime() -> [DeviceSequence.Action] {
        let now = Clock.now()
        if let time = settleTime, now >= time {
            settleTime = nil
            return sequence.take(.settled)
        }
        if let time = quietTime, now >= time { return sequence.take(.quiet) }
        return []
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
                try device.ungrab()
                reopening = Clock.now()
                return .ungrab
            case .read: return read()
            case .write(let packet): try device.write(packet)
            case .caught(let events): keep(events)
            case .caughtRest(let events):
                if rest == nil { rest = HeldEvents(pause: .max) }
                rest?.append(events)
            case .sayRest: sayRest()
            case .settle: settleTime = Clock.now() + settle
            case .end: break
            }
            return nil
        } catch {
            return .gone
        }
    }

    private mutating func read() -> DeviceSequence.Event {
        do throws(SystemError) {
            // The main descriptor first: what it has heard and the witness has not, nobody has heard. Until nothing
            // comes in between, so that both have heard of the same time.
            var main = try device.main.read()
            var witness = try device.witness?.read() ?? []
            for _ in 0..<8 where !witness.isEmpty {
                let more = try device.main.read()
                if more.isEmpty { break }
                main += more
                witness += try device.witness?.read() ?? []
            }
            if isTyping { noteKeys(main) }
            noteHalfHeard(witness)
            if main.contains(.dropped) { log.update { $0.overflows += 1 } }
            return .read(main: main, witness: witness)
        } catch {
            return .gone
        }
    }

    /// The console hears the device again after everybody else.
    private mutating func noteHalfHeard(_ witness: [InputEvent]) {
        guard let end = reopening else { return }
        reopening = nil
        let count = witness.count { $0.isKey && $0.value == 1 && $0.time * 1000 <= end }
        if count > 0 { log.update { $0.halfHeard += count } }
    }

    private mutating func noteKeys(_ events: [InputEvent]) {
        let isTyped = events.contains { $0.isKey && !$0.isRepeat || $0 == .dropped }
        if isTyped { lastKey = Clock.now() }
        let played = chords.take(events)
        if isHolding { chord = chord ?? played }
    }

    private func keep(_ events: [InputEvent]) {
        held?.append(events)
        let count = events.saying
        let isHeld = held != nil && !isLearning
        if isHeld { log.setAwaitsDelivery(true) }
        log.update { record in
            if isHeld { record.held += count } else { record.discarded += count }
        }
    }

    private mutating func sayRest() {
        guard let rest else { return }
        var speaker = DeviceSpeaker(device, until: Clock.now() + Self.listening)
        var lost = rest.dropped
        for scan in rest.complete() where !speaker.say(scan) { lost += 1 }
        self.rest = nil
        if lost > 0 { tellLost(lost) }
    }

    private func tellLost(_ count: Int) {
        log.update { $0.lost += count }
        control.report(.lost(path, scans: count))
    }

    // MARK: - The end

    /// Says again what was held, and the chord of somebody who wants to leave.
    private func finish(_ ending: DeviceSequence.Ending) -> DeviceSequence.Ending {
        if let held { deliver(held, ending) }
        // Unplugged amid it.
        if rest != nil { tellLost(1) }
        log.setAwaitsDelivery(false)
        control.wakeOwner()
        if let chord, ending == .ungrab {
            for packet in chord.packets { try? device.write(packet) }
            control.report(.escaped(chord.name))
        }
        return ending
    }

    private func deliver(_ held: HeldEvents, _ ending: DeviceSequence.Ending) {
        defer { held.wipe() }
        let scans = held.complete(onlyFast: isLearning)
        var delivered = 0
        if ending == .ungrab, !scans.isEmpty {
            let patience = chord == nil && goal != .forced ? settle : 0
            var speaker = DeviceSpeaker(device, until: Clock.now() + patience)
            let again = Packet.sayingAgain(scans, offBy: device.step)
            while delivered < again.count, speaker.say(again[delivered]) { delivered += 1 }
        }
        let replayed = scans[..<delivered].joined().reduce(0) { $0 + $1.saying }
        // What a person typed is meant to be lost.
        let lost = scans.count - delivered + (isLearning ? 0 : held.dropped)
        let isScanner = isLearning && !scans.isEmpty
        log.update { record in
            if isScanner {
                record.kind = .scanner
                record.discarded -= replayed
                record.held += replayed
            }
            record.replayed += replayed
        }
        if lost > 0 { tellLost(lost) }
    }
}
