internal import CLinux

extension Packet {
    /// The packets of scans such that every reader hears every value in them.
    ///
    /// The kernel tells a position only where it changes, and it has heard these before: the first one of each axis and
    /// slot is written after another value.
    ///
    /// - Parameter distance: for an axis, the least difference that the kernel does not take for noise; at least 1.
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
                        type: event.type, code: event.code,
                        value: other(than: event.value, by: distance(event.code)), time: event.time)
                    return [other, event]
                }
            }
        }
    }

    /// The step on an axis that the kernel does not take for noise, at least 1: twice the axis' `fuzz` and one more
    /// (drivers/input/input.c, `input_defuzz_abs_event`).
    package static func step(fuzz: Int32) -> Int32 {
        Int32(clamping: max(1, 2 * Int64(fuzz) + 1))
    }

    /// A value that differs from `value` by `distance`.
    private static func other(than value: Int32, by distance: Int32) -> Int32 {
        let (above, isOver) = value.addingReportingOverflow(distance)
        return isOver ? value - distance : above
    }

    private struct Axis: Hashable {
        let slot: Int32
        let code: UInt16
    }
}
