/// What is learnt from what the device says.
extension DeviceSequence {
    /// Of what the device has said: what nobody else heard.
    mutating func caught(_ main: [InputEvent], _ witness: [InputEvent]) -> [InputEvent] {
        if let last = witness.last { heardUntil = max(heardUntil, last.time) }
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

    /// With the slot at the beginning of each packet that is about fingers.
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

    /// Whether a scan may be under way, and the others know of it.
    mutating func noteTyping(_ main: [InputEvent], _ witness: [InputEvent]) {
        guard isPatient else { return }
        func isTyped(_ event: InputEvent) -> Bool {
            event == .dropped || event.isKey && !event.isRepeat && !echoes.contains(event)
        }
        if main.contains(where: isTyped) { isQuiet = false }
        if witness.contains(where: isTyped) { isShared = true }
    }

    /// What the device has said.
    mutating func follow(_ events: [InputEvent]) {
        for event in events {
            if event == .question { isAlone = true }
            // A repeat changes nothing in the kernel; whoever hears one believes that the key is down.
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

    /// What the others have heard.
    mutating func hear(_ events: [InputEvent]) {
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
    mutating func resynchronise(_ main: Pressed, _ witness: Pressed) {
        if main.slot != self.main.slot { deviceSlot = main.slot }
        self.main = main
        let isGrabbed = phase == .checking || phase == .held
        guard self.witness.isLost || !isGrabbed else { return }
        // Nobody knows what the console has heard of these. Rather one release too many.
        for press in self.witness.all { doubts[press, default: 0] += 1 }
        self.witness = witness
    }
}
