/// What follows from the events that were read.
extension DeviceSequence {
    /// Returns those of the main descriptor's events that no other reader has heard.
    mutating func caught(_ main: [InputEvent], _ witness: [InputEvent]) -> [InputEvent] {
        if let last = witness.last { heardUntil = max(heardUntil, last.time) }
        // The kernel queues what is written during the write: whatever of it is not here the kernel has dropped, because
        // it changed nothing, and a key that the hand presses later must not be taken for it.
        defer { ownPackets = OwnPackets() }
        let main = hasSlots ? tellingSlots(main) : main
        let events: [InputEvent]
        switch phase {
        case .held: events = main
        case .checking: events = main.filter { $0.time > heardUntil }
        case .reopened: events = witness.first.map { first in main.filter { $0.time < first.time } } ?? main
        default: return []
        }
        return ownPackets.removed(from: events)
    }

    /// Whether what the witness has heard follows on `caught` without a pause: one scan, of which only the rest was heard.
    func continues(_ caught: [InputEvent], _ witness: [InputEvent]) -> Bool {
        guard let last = caught.last, let first = witness.first else { return false }
        return first.time &- last.time < HeldEvents.scanPause
    }

    /// Adds the slot to the beginning of each packet that is about fingers and does not name it.
    private func tellingSlots(_ events: [InputEvent]) -> [InputEvent] {
        var slot = main.slot
        var isTold = false
        return events.flatMap { event -> [InputEvent] in
            if event.isSlot { slot = Int(event.value) }
            defer { isTold = !event.isReport && (isTold || event.isInSlot || event.isSlot) }
            if isTold || !event.isInSlot { return [event] }
            var told = InputEvent.slot(slot)
            told.time = event.time
            return [told, event]
        }
    }

    /// Notes whether a scan may be under way, and whether the other readers hear it.
    mutating func noteTyping(_ main: [InputEvent], _ witness: [InputEvent]) {
        guard isPatient else { return }
        func isTyped(_ event: InputEvent) -> Bool {
            event == .dropped || event.isKey && !event.isRepeat && !echoes.contains(event)
        }
        if main.contains(where: isTyped) { isQuiet = false }
        if witness.contains(where: isTyped) { isShared = true }
    }

    /// Follows what is pressed on the device, by what the main descriptor has read.
    mutating func follow(_ events: [InputEvent]) {
        for event in events {
            if event == .question { isAlone = true }
            // A repeat changes nothing in the kernel.
            if event.isRepeat { continue }
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

    /// Follows what is pressed for the other readers, by what the witness has read.
    mutating func hear(_ events: [InputEvent]) {
        var doubted: Set<Press> = []
        for event in events {
            let before = witness
            for press in witness.apply(event) {
                if isDoubtful(press) {
                    doubted.insert(press)
                } else if !before.contains(press), let count = doubts[press] {
                    // The witness knew of no press: this release was written because the first one was in doubt.
                    doubts[press] = count > 1 ? count - 1 : nil
                }
            }
            // Pressed twice without a release in between: the console counts both presses.
            if event.isKey, event.value == 1, before.keys.contains(event.code) {
                doubted.insert(.key(event.code))
            }
        }
        for press in doubted { doubts[press, default: 0] += 1 }
    }

    /// Whether a release that the witness hears now may not have reached the console.
    private func isDoubtful(_ press: Press) -> Bool {
        switch phase {
        case .checking, .held: true
        case .reopened: atStake.contains(press)
        default: false
        }
    }

    /// Takes over what the device itself says is pressed; asking it has emptied both descriptors.
    mutating func resynchronise(_ main: Pressed, _ witness: Pressed) {
        if main.slot != self.main.slot { deviceSlot = main.slot }
        self.main = main
        let isGrabbed = phase == .checking || phase == .held
        guard self.witness.isLost || !isGrabbed else { return }
        // It is not known what the console has heard of these. One release too many does no harm.
        for press in self.witness.all { doubts[press, default: 0] += 1 }
        self.witness = witness
    }
}
