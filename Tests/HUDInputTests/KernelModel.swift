import HUDInput

/// A device as the kernel has it, with all that listen: the two descriptors of the gate, another program,
/// and the console.
///
/// After drivers/input/input.c and evdev.c: what changes nothing is dropped, a slot is told with a change only,
/// the console is cut off before the evdev clients and comes back after them.
final class KernelModel {
    private(set) var keys: Set<UInt16> = []
    private(set) var fingers: [Int: Int32] = [:]
    /// The slot that the device is in, and the one that was told last.
    private var slot = 0
    private var toldSlot = 0

    private var isDeviceGrabbed = false
    private var isEvdevGrabbed = false
    var isGrabbedByAnother = false

    private var mainQueue: [InputEvent] = []
    private var witnessQueue: [InputEvent] = []
    /// Microseconds; each packet has its own.
    private(set) var time: Int64 = 0
    /// Longer queues are dropped.
    var capacity = Int.max

    var program = Program()
    var console = Console()

    /// Another reader of the node.
    struct Program {
        var pressed = Pressed()
        var events: [InputEvent] = []
        /// A finger that came down where one was: libevdev gives the device up then.
        var hasDoubleFinger = false
        /// A press or repeat of a key that was pressed where no reader was to hear it.
        var hasHeardHidden = false
    }

    /// The console counts modifiers: one release too few and it types capitals for good.
    struct Console {
        var counts: [UInt16: Int] = [:]
        var events: [InputEvent] = []
        var hasHeardHidden = false
    }

    /// Keys that went down while the device was held off, and are still down.
    var hidden: Set<UInt16> = []

    // What the device says, and what is written to its node.

    func say(_ events: [InputEvent]) {
        time += 1
        let effective = events.flatMap { effect(of: $0) }.map {
            InputEvent(type: $0.type, code: $0.code, value: $0.value, time: time)
        }
        guard effective.contains(where: { $0 != .report }) else { return }
        // Only the process that has grabbed it hears it.
        if isGrabbedByAnother { return }
        queue(effective, in: &mainQueue)
        if !isEvdevGrabbed {
            queue(effective, in: &witnessQueue)
            // The question means nothing to any device.
            if !events.contains(.question) { effective.forEach { tellProgram($0) } }
        }
        if !isDeviceGrabbed { effective.forEach { tellConsole($0) } }
    }

    /// The device says nothing for a while.
    func wait(milliseconds: Int64) { time += milliseconds * 1000 }

    private func effect(of event: InputEvent) -> [InputEvent] {
        if event.isKey {
            if event.value == 2 { return [event] }
            guard keys.contains(event.code) != (event.value != 0) else { return [] }
            if event.value == 0 { keys.remove(event.code) } else { keys.insert(event.code) }
            return [event]
        } else if event.isSlot {
            slot = Int(event.value)
            return []
        } else if event.isFinger {
            guard (fingers[slot] ?? -1) != event.value else { return [] }
            fingers[slot] = event.value < 0 ? nil : event.value
            defer { toldSlot = slot }
            return toldSlot == slot ? [event] : [.slot(slot), event]
        }
        return [event]
    }

    private func queue(_ events: [InputEvent], in queue: inout [InputEvent]) {
        queue += events
        if queue.count > capacity { queue = [.dropped, .report] }
    }

    private func tellProgram(_ event: InputEvent) {
        let finger = program.pressed.fingers[program.pressed.slot]
        if event.isFinger, event.value >= 0, finger != nil { program.hasDoubleFinger = true }
        if event.isKey, event.value > 0, hidden.contains(event.code) { program.hasHeardHidden = true }
        _ = program.pressed.apply(event)
        program.events.append(event)
    }

    private func tellConsole(_ event: InputEvent) {
        guard event.isKey else { return }
        if event.value > 0, hidden.contains(event.code) { console.hasHeardHidden = true }
        console.events.append(event)
        if event.value == 1 { console.counts[event.code, default: 0] += 1 }
        if event.value == 0 {
            let count = console.counts[event.code, default: 0]
            console.counts[event.code] = count > 1 ? count - 1 : nil
        }
    }

    // What the gate asks.

    /// Grabs; `between` happens when the console is cut off and the evdev clients are not yet.
    func grab(between: () -> Void) -> Bool {
        if isGrabbedByAnother { return false }
        isDeviceGrabbed = true
        between()
        isEvdevGrabbed = true
        return true
    }

    /// Lets go; `between` happens when the evdev clients hear again and the console does not yet.
    func ungrab(between: () -> Void) {
        isEvdevGrabbed = false
        between()
        isDeviceGrabbed = false
    }

    var isGrabbed: Bool { isDeviceGrabbed }
    /// Only the gate hears anything.
    var isSilent: Bool { isDeviceGrabbed && isEvdevGrabbed }
    var hasMain: Bool { !mainQueue.isEmpty }

    func readMain() -> [InputEvent] {
        defer { mainQueue = [] }
        return mainQueue
    }

    func readWitness() -> [InputEvent] {
        defer { witnessQueue = [] }
        return witnessQueue
    }

    func lookMain() -> Pressed {
        mainQueue = []
        return state
    }

    func lookWitness() -> Pressed {
        witnessQueue = []
        return state
    }

    private var state: Pressed { Pressed(keys: keys, fingers: fingers, slot: toldSlot) }
}
