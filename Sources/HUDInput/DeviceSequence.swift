/// How one device is seized and let go so that nobody is left with a stuck key: what is known of it, what has to
/// be done next. Events and answers go in, actions come out; no input or output, no clock.
///
/// The device is open twice. The first descriptor, the main one, holds the grab and hears everything. The
/// second, the witness, hears what every other program hears: nothing while the grab is held. What the
/// witness believes to be pressed is what the others believe. If that is not nothing after a grab, the others
/// are owed its release: the device is let go, the release is written to its node, and it is grabbed again.
///
/// The console and other handlers in the kernel are cut off a moment before the witness, and get their share
/// back up to 32 ms after it. A release that the witness heard meanwhile may have passed them by: it is in
/// doubt, and owed once more.
package struct DeviceSequence: Sendable {
    private enum Phase {
        /// Before the first look.
        case looking
        case grabbing
        /// Grabbed; what did the others hear until then?
        case checking
        /// Grabbed, and at rest.
        case held
        case lettingGo
        /// Let go; what is owed is not yet written.
        case reopened
        /// Let go, and what was owed is written.
        case released
        /// Let go until nothing is pressed: releases cannot be written.
        case waiting
        case ended
    }

    /// How often a device is let go and grabbed again for one goal.
    package static let limit = 5

    /// Releases can be written.
    private let isWritable: Bool
    private var goal = Goal.closed
    private var phase = Phase.looking
    /// What is pressed, as the kernel has it.
    private var main = Pressed()
    /// What is pressed, as every other program has it.
    private var witness = Pressed()
    /// How many releases the witness has heard, and the console perhaps not.
    private var doubts: [Press: Int] = [:]
    /// What the others believed to be pressed when letting go began.
    private var atStake: Set<Press> = []
    /// The slot that the device itself goes on in; what is written must leave it there.
    private var deviceSlot = 0
    /// Slots that were written and come back with the next reading.
    private var echoes: [InputEvent] = []
    private var rounds = 0
    private var isSettling = false
    private var isSettled = false

    package init(isWritable: Bool) {
        self.isWritable = isWritable
    }

    /// What begins it.
    package static let start: [Action] = [.look]

    /// The device is held off.
    package var isHolding: Bool { phase == .held }

    /// The others are owed the release of these.
    private var owed: Set<Press> { witness.all.union(doubts.keys) }

    /// What of it is to be written while the device is let go: at the end, what is pressed from then on is theirs.
    private var due: Set<Press> {
        goal == .closed ? owed : owed.filter { atStake.contains($0) || doubts[$0] != nil }
    }

    /// Takes an event or answer; what is to be done then, in order. At most one action, the last one, is answered.
    package mutating func take(_ event: Event) -> [Action] {
        if phase == .ended { return [] }
        switch event {
        case .goal(let new):
            return change(to: new)
        case .looked(let main, let witness):
            resynchronise(main, witness)
            return proceed()
        case .grabbed:
            phase = .checking
            return [.read]
        case .busy:
            return end(.busy)
        case .letGo:
            phase = .reopened
            return [.read]
        case .read(let main, let witness):
            follow(main)
            hear(witness)
            return self.main.isLost || self.witness.isLost ? [.look] : proceed()
        case .settled:
            guard goal == .open else { return [] }
            isSettled = true
            return phase == .held ? proceed() : []
        case .gone:
            return end(.gone)
        }
    }

    private mutating func change(to new: Goal) -> [Action] {
        guard new != goal else { return [] }
        goal = new
        rounds = 0
        isSettling = false
        isSettled = false
        return phase == .held || phase == .waiting ? proceed() : []
    }

    /// What the device has said.
    private mutating func follow(_ events: [InputEvent]) {
        for event in events {
            // A repeat changes nothing in the kernel; whoever hears one believes that the key is down.
            if event.isKey, event.value == 2 { continue }
            _ = main.apply(event)
            guard event.isSlot else { continue }
            if let index = echoes.firstIndex(of: event) {
                echoes.remove(at: index)
            } else {
                deviceSlot = Int(event.value)
            }
        }
        echoes = []
    }

    /// What the others have heard.
    private mutating func hear(_ events: [InputEvent]) {
        var doubted: Set<Press> = []
        for event in events {
            let before = witness
            for press in witness.apply(event) {
                if isDoubtful(press) {
                    doubted.insert(press)
                } else if !before.contains(press), let count = doubts[press] {
                    // The witness had no press for it: it was written to lift a doubt.
                    doubts[press] = count > 1 ? count - 1 : nil
                }
            }
            // Pressed twice without a release: the console counts both.
            if event.isKey, event.value == 1, before.keys.contains(event.code) {
                doubted.insert(.key(event.code))
            }
        }
        for press in doubted { doubts[press, default: 0] += 1 }
    }

    /// A release that is heard now may have passed the console by.
    private func isDoubtful(_ press: Press) -> Bool {
        switch phase {
        case .checking, .held: true
        case .reopened: atStake.contains(press)
        default: false
        }
    }

    /// After a look at the device itself, which emptied both descriptors.
    private mutating func resynchronise(_ main: Pressed, _ witness: Pressed) {
        if main.slot != self.main.slot { deviceSlot = main.slot }
        self.main = main
        let isGrabbed = phase == .checking || phase == .held
        guard self.witness.isLost || !isGrabbed else { return }
        // Nobody knows what the console has heard of these. Rather one release too many.
        for press in self.witness.all { doubts[press, default: 0] += 1 }
        self.witness = witness
    }

    private mutating func proceed() -> [Action] {
        switch phase {
        case .looking:
            return goal == .closed ? grab() : end(.letGo)
        case .checking:
            let canRepair = goal == .closed && (!isWritable || rounds < Self.limit)
            return !owed.isEmpty && canRepair ? letGo() : rest()
        case .held:
            return rest()
        case .reopened:
            phase = .released
            let due = due
            guard isWritable, !due.isEmpty, isSlotTold else { return proceed() }
            let events = Packet.releasing(due)
            echoes = events.filter(\.isSlot)
            return [.write(Packet.whole(events, slot: deviceSlot)), .read]
        case .released:
            return afterLettingGo()
        case .waiting:
            guard goal == .closed else { return end(.letGo) }
            return witness.isEmpty ? grab() : []
        case .grabbing, .lettingGo, .ended:
            return []
        }
    }

    private mutating func afterLettingGo() -> [Action] {
        if goal == .closed {
            guard isWritable || witness.isEmpty else {
                phase = .waiting
                doubts = [:]
                return []
            }
            return grab()
        }
        if rounds < Self.limit {
            if isWritable, !due.isEmpty || !isSlotTold { return grab() }
            // Pressed just before the grab ended: nobody has seen it, everybody would see it repeat.
            let unseen = !main.all.isSubset(of: witness.all)
            if unseen, goal == .open, !isSettled { return grab() }
        }
        return end(.letGo)
    }

    private mutating func grab() -> [Action] {
        rounds += 1
        phase = .grabbing
        return [.grab]
    }

    private mutating func rest() -> [Action] {
        phase = .held
        if goal == .forced || isSettled || goal == .open && main.isEmpty { return letGo() }
        var actions: [Action] = []
        if isWritable, main.isEmpty { actions += write(tellingSlot()) }
        if goal == .open, !isSettling {
            isSettling = true
            actions.append(.settle)
        }
        return actions
    }

    /// Lets go, after what can be put right while nobody else is listening.
    private mutating func letGo() -> [Action] {
        phase = .lettingGo
        atStake = owed
        guard isWritable else { return [.letGo] }
        // The kernel forwards only what changes: what has come up unheard goes down again first, to be released
        // where all can hear it. What nobody knows to be down at the end comes up here.
        var events = Packet.pressing(owed.subtracting(main.all))
        if goal == .forced || isSettled { events += Packet.releasing(main.all.subtracting(owed)) }
        return write(events + tellingSlot(after: events)) + [.letGo]
    }

    /// The kernel and the others mean the same slot.
    private var isSlotTold: Bool { main.slot == witness.slot }

    /// The others go on in the slot that they were told last; so must the kernel, or it tells them nothing when
    /// the next finger comes down in another one.
    private func tellingSlot(after events: [InputEvent] = []) -> [InputEvent] {
        var main = main
        for event in events { _ = main.apply(event) }
        guard main.slot != witness.slot else { return [] }
        return Packet.telling(slot: witness.slot, finger: main.fingers[witness.slot])
    }

    private mutating func write(_ events: [InputEvent]) -> [Action] {
        guard !events.isEmpty else { return [] }
        for event in events { _ = main.apply(event) }
        echoes += events.filter(\.isSlot)
        return [.write(Packet.whole(events, slot: deviceSlot))]
    }

    private mutating func end(_ ending: Ending) -> [Action] {
        phase = .ended
        return [.end(ending)]
    }
}
