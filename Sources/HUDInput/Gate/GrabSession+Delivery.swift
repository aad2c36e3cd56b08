internal import HUDSystem

/// What becomes of what was held.
extension GrabSession {
    /// Delivers what was held, and the chord of a person who wants to leave.
    mutating func finish(_ ending: DeviceSequence.Ending) -> DeviceSequence.Ending {
        deliver(ending)
        // Unplugged amid it.
        if rest != nil { tellLost(1) }
        log.setAwaitsDelivery(!undelivered.isEmpty)
        control.wakeOwner()
        if let chord, ending == .ungrab {
            for packet in chord.packets { try? device.write(packet) }
            control.report(.escaped(chord.name))
        }
        return ending
    }

    /// Whether the device is to be held off again: by this process, or another one of this program.
    private func isWantedAgain() -> Bool {
        !isUnwanted() && (control.command.goal == .closed || device.isAwaited)
    }

    private mutating func deliver(_ ending: DeviceSequence.Ending) {
        let new = held?.complete() ?? []
        let dropped = held?.dropped ?? 0
        held?.wipe()
        let scans = undelivered + new
        undelivered = []
        var count = 0
        var mixed = 0
        if ending == .ungrab, !scans.isEmpty {
            let patience = chord == nil && sequence.goal != .forced ? settle : 0
            var delivery = HeldDelivery(
                DeviceDelivery(device, activity, isWantedAgain: isWantedAgain),
                until: Clock.time(in: patience))
            let packets = Packet.sayingAgain(scans, offBy: device.step)
            deliveries: while count < packets.count {
                switch delivery.deliver(packets[count]) {
                case .delivered: break
                case .mixed: mixed += 1
                case .interrupted:
                    undelivered = Array(scans[count...])
                    break deliveries
                case .failed: break deliveries
                }
                count += 1
            }
        }
        note(new, delivered: scans[..<count])
        let lost = scans.count - count - undelivered.count + dropped + mixed
        if lost > 0 { tellLost(lost) }
    }

    /// Notes what was held, where only that shows that the device is a scanner, and what was delivered.
    private func note(_ new: [[[InputEvent]]], delivered: ArraySlice<[[InputEvent]]>) {
        let learnt = isLearning ? new.joined().reduce(0) { $0 + $1.saying } : 0
        let replayed = delivered.joined().reduce(0) { $0 + $1.saying }
        log.update { record in
            if learnt > 0 {
                record.kind = .scanner
                record.discarded -= learnt
                record.held += learnt
            }
            record.replayed += replayed
        }
    }

    // MARK: - At other times

    /// Keys at the beginning of a scan whose rest the others hear.
    func noteHalved(_ events: [InputEvent]) {
        // A key that comes up later is counted when the others hear its release.
        let keys = events.count { $0.isKey && $0.value == 0 }
        log.update { record in
            record.discarded += events.saying
            record.halfHeard += keys
        }
        if held != nil { tellLost(1) }
    }

    mutating func writeRest() {
        guard let rest else { return }
        var delivery = HeldDelivery(
            DeviceDelivery(device, activity, isWantedAgain: { false }),
            until: Clock.time(in: Self.listening))
        var lost = rest.dropped
        for scan in rest.complete() where delivery.deliver(scan) != .delivered { lost += 1 }
        self.rest = nil
        if lost > 0 { tellLost(lost) }
    }

    private func tellLost(_ count: Int) {
        log.update { $0.lost += count }
        control.report(.lost(path, scans: count))
    }
}
