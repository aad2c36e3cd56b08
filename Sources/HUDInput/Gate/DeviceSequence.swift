/// How one device is grabbed and let go so that no reader is left with a stuck key: what is known of it, and what is done
/// next. Events and answers go in, actions come out; it makes no calls and has no clock.
///
/// The device is open twice. The first descriptor, the main one, holds the grab and hears everything. The second, the
/// witness, hears what every other reader hears: nothing while the grab is held. So what is pressed for the witness is
/// pressed for the other readers. What is pressed at the start is released by a write to the device's node, then the
/// device is grabbed: a process that is killed at any moment leaves nothing to repair. If something is still pressed for
/// the others after a grab, they are owed its release: the device is let go, the release is written to its node, and it
/// is grabbed again.
///
/// A device that types is grabbed and let go only when it is quiet, so that no scan is cut in two. Where a scan begins in
/// the moment before the grab, its rest is written for the others when the scan is over, and the device is grabbed again.
///
/// The grab cuts the console and the kernel's other handlers off a moment before the witness, and the ungrab gives the
/// device back to them up to 32 ms after the witness. A release that the witness hears in between may not have reached
/// them: it is in doubt, and is owed once more.
package struct DeviceSequence: Sendable {
    enum Phase {
        /// Before the first look.
        case looking
        /// Until no scan is under way.
        case listening
        /// Has another process grabbed it? Then nothing is written to its node.
        case asking
        /// The releases of what was pressed have been written.
        case announced
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
    /// It is grabbed and let go only when it is quiet.
    let isPatient: Bool
    /// Touch events are about the slot that was told last.
    let hasSlots: Bool
    var isQuiet: Bool
    /// The others have heard of what is being typed.
    var isShared = false
    /// What is caught is the rest of a scan that the others have heard the beginning of.
    var isRest = false
    package private(set) var goal = Goal.closed
    var phase = Phase.looking
    /// What is pressed, as the kernel has it.
    var main = Pressed()
    /// What is pressed, as every other program has it.
    var witness = Pressed()
    /// How many releases the witness has heard, and the console perhaps not.
    var doubts: [Press: Int] = [:]
    /// What the others believed to be pressed when letting go began.
    var atStake: Set<Press> = []
    /// The slot that the device itself goes on in; what is written must leave it there.
    var deviceSlot = 0
    /// Slots and keys that were written and come back with the next reading.
    var echoes: [InputEvent] = []
    /// What was written under the grab, and comes back with the next reading.
    var ownPackets = OwnPackets()
    /// When the others last heard something.
    var heardUntil = Int64.min
    /// No other process had grabbed the device when it was asked.
    var isAlone = false
    private var rounds = 0
    private var isSettling = false
    private var isSettled = false

    package init(isWritable: Bool, isPatient: Bool = false, hasSlots: Bool = true) {
        self.isWritable = isWritable
        self.isPatient = isPatient
        self.hasSlots = hasSlots
        isQuiet = !isPatient
    }

    /// What begins it.
    package static let start: [Action] = [.look]

    /// The others are owed the release of these.
    private var owed: Set<Press> { witness.all.union(doubts.keys) }

    /// What of it is to be written while the device is let go: at the end, what is pressed from then on is theirs.
    private var due: Set<Press> {
        goal == .closed ? owed : owed.filter { atStake.contains($0) || doubts[$0] != nil }
    }

    /// Takes an event or answer, and what is wanted from now on.
    ///
    /// - Returns: what is to be done then, in order. At most one action, the last one, is answered; the answer is taken
    ///   before anything else.
    package mutating func take(_ event: Event, wanting goal: Goal) -> [Action] {
        if phase == .ended { return [] }
        let isNew = goal != self.goal
        if isNew { change(to: goal) }
        switch event {
        case .woken:
            return isNew ? reconsider() : []
        case .looked(let main, let witness):
            ownPackets = OwnPackets()
            resynchronise(main, witness)
            return proceed()
        case .grabbed:
            phase = .checking
            return [.read]
        case .busy:
            return end(.busy)
        case .ungrab:
            phase = .reopened
            return [.read]
        case .read(let main, let witness):
            let caught = caught(main, witness)
            let isBefore = isPatient && phase == .reopened && continues(caught, witness)
            noteTyping(main, witness)
            follow(main)
            hear(witness)
            let actions = self.main.isLost || self.witness.isLost ? [.look] : proceed()
            if caught.isEmpty { return actions }
            if isBefore { return [.halved(caught)] + actions }
            return [isRest ? .caughtRest(caught) : .caught(caught)] + actions
        case .quiet:
            isQuiet = true
            isShared = false
            return phase == .held || phase == .listening ? [.read] : []
        case .settled:
            guard goal == .open else { return [] }
            isSettled = true
            return phase == .held ? [.read] : []
        case .gone:
            return end(.gone)
        }
    }

    private mutating func change(to new: Goal) {
        goal = new
        rounds = 0
        isSettling = false
        isSettled = false
    }

    private mutating func reconsider() -> [Action] {
        guard phase == .held || phase == .waiting || phase == .listening else { return [] }
        // What has been said and not yet read may be the beginning of a scan.
        return goal == .forced ? proceed() : [.read]
    }

    private mutating func proceed() -> [Action] {
        switch phase {
        case .looking, .listening:
            guard goal == .closed else { return end(.ungrab) }
            guard isQuiet else {
                phase = .listening
                return []
            }
            return ask()
        case .asking:
            phase = .announced
            return (isAlone ? release(owed) : nil) ?? grab()
        case .announced:
            return grab()
        case .checking:
            let isCut = isShared && !isQuiet && isWritable && goal == .closed && rounds < Self.limit
            isRest = isRest || isCut
            if isRest { return rest() }
            let canRepair = goal == .closed && (!isWritable || rounds < Self.limit)
            return !owed.isEmpty && canRepair ? ungrab() : rest()
        case .held:
            return rest()
        case .reopened:
            phase = .released
            return release(due) ?? proceed()
        case .released:
            return afterLettingGo()
        case .waiting:
            guard goal == .closed else { return end(.ungrab) }
            return witness.isEmpty ? grab() : []
        case .grabbing, .lettingGo, .ended:
            return []
        }
    }

    /// Something is pressed: it is released before the grab, where no other process has grabbed the device.
    private mutating func ask() -> [Action] {
        guard isWritable, !owed.isEmpty else { return grab() }
        phase = .asking
        return [.write([.question, .report]), .read]
    }

    /// Writes releases for all readers; nil where there is nothing to write, or no way to.
    private mutating func release(_ presses: Set<Press>) -> [Action]? {
        guard isWritable, !presses.isEmpty, isSlotTold else { return nil }
        let events = Packet.releasing(presses)
        echo(events)
        return [.write(Packet.whole(events, slot: deviceSlot)), .read]
    }

    private mutating func afterLettingGo() -> [Action] {
        // Pressed just before the grab ended: no other reader has heard the press, and all would hear it repeat.
        let isUnseen = rounds < Self.limit && !main.all.isSubset(of: witness.all)
        if isUnseen, isRest || goal == .open && !isSettled { return grab() }
        if isRest {
            isRest = false
            isQuiet = false
            return [.writeRest, .look]
        }
        if goal == .closed {
            guard isWritable || witness.isEmpty else {
                phase = .waiting
                doubts = [:]
                return []
            }
            guard isQuiet else {
                phase = .listening
                return []
            }
            return grab()
        }
        let canRepair = isWritable && rounds < Self.limit
        return canRepair && (!due.isEmpty || !isSlotTold) ? grab() : end(.ungrab)
    }

    private mutating func grab() -> [Action] {
        rounds += 1
        phase = .grabbing
        return [.grab]
    }

    private mutating func rest() -> [Action] {
        phase = .held
        let isOver = main.isEmpty && isQuiet
        if goal == .forced || isSettled || isOver && (goal == .open || isRest) { return ungrab() }
        var actions: [Action] = []
        if isWritable, main.isEmpty { actions += write(tellingSlot()) }
        if goal == .open, !isSettling {
            isSettling = true
            actions.append(.settle)
        }
        return actions
    }

    /// Lets go, after the writes that no other reader may hear.
    private mutating func ungrab() -> [Action] {
        phase = .lettingGo
        atStake = owed
        guard isWritable else { return [.ungrab] }
        // The kernel forwards only what changes. What came up under the grab goes down again first, so that its release
        // can be written where all hear it. What went down under the grab comes up here.
        var events = Packet.pressing(owed.subtracting(main.all))
        if goal == .forced || isSettled { events += Packet.releasing(main.all.subtracting(owed)) }
        return write(events + tellingSlot(after: events)) + [.ungrab]
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
        echo(events)
        ownPackets.add(events)
        return [.write(Packet.whole(events, slot: deviceSlot))]
    }

    private mutating func echo(_ events: [InputEvent]) {
        echoes += events.filter { $0.isSlot || $0.isKey }
    }

    private mutating func end(_ ending: Ending) -> [Action] {
        phase = .ended
        return [.end(ending)]
    }
}
