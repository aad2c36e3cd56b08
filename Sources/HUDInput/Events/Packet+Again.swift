internal import CLinux

extension Packet {
    /// The packets of scans such that every reader hears every value in them.
    ///
    /// The kernel tells a position only where it changes, and it has heard these before: the first one of each axis and
    /// slot is said after another value.
    package static func sayingAgain(
        _ scans: [[[InputEvent]]], offBy distance: (UInt16) -> Int32
    ) -> [[[InputEvent]]] {
        var slot: Int32 = 0
        var told: Set<Axis> = []
        return scans.map { scan in
            scan.map { packet in
                packet.flatMap { event -> [InputEvent] in
                    if event.isSlot { slot = event.value }
                    guard Int32(event.type) == EV_ABS, !event.isSlot, !event.isFinger,
                        told.insert(Axis(slot: slot, code: event.code)).inserted
                    else { return [event] }
                    let other = InputEvent(
                        type: event.type, code: event.code, value: event.value + distance(event.code),
                        time: event.time)
                    return [other, event]
                }
            }
        }
    }

    private struct Axis: Hashable {
        let slot: Int32
        let code: UInt16
    }
}
