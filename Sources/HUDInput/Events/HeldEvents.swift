internal import CLinux
internal import Glibc

/// What a device said while it was held off, until it is said again. In memory only, bounded, wiped after use.
///
/// A scan is what is said in one go: it ends with Enter, or where nothing comes for a while, and nothing is pressed.
/// Where there is no room the oldest scan is dropped, whole; one of which the kernel has dropped a part is, too.
package final class HeldEvents {
    /// Events per device, a reading of a character takes four: some 100 scans of 40 characters, 256 KiB.
    package static let capacity = 16_384
    /// This long without a word, in microseconds, ends what is said in one go.
    package static let pause: Int64 = 200_000
    /// Scanners take less from key to key, and people more.
    package static let scanPause: Int64 = 30_000
    /// Fewer keys than this are no scan, however fast.
    private static let shortest = 4

    private let pause: Int64
    private let events: UnsafeMutableBufferPointer<InputEvent>
    private var count = 0
    /// Where each scan begins.
    private var starts: [Int] = []
    private var pressed = Pressed()
    private var lastTime = Int64.min
    private var isEntered = false
    /// What still comes of this scan is not kept.
    private var isBroken = false
    /// How many scans were dropped.
    package private(set) var dropped = 0

    package init(capacity: Int = HeldEvents.capacity, pause: Int64 = HeldEvents.pause) {
        self.pause = pause
        events = .allocate(capacity: capacity)
    }

    deinit {
        wipe()
        events.deallocate()
    }

    /// Scans that are kept.
    package var scans: Int { starts.count }

    /// Forgets everything: not a byte of it stays here.
    package func wipe() {
        explicit_bzero(events.baseAddress!, events.count * MemoryLayout<InputEvent>.stride)
        count = 0
        starts = []
        pressed = Pressed()
        isBroken = false
        isEntered = false
    }

    /// Keeps whole packets.
    package func append(_ new: [InputEvent]) {
        for packet in new.split(whereSeparator: \.isReport) { append(packet: packet) }
    }

    private func append(packet: ArraySlice<InputEvent>) {
        let time = packet.first!.time
        let isPause = lastTime == .min || time - lastTime >= pause
        lastTime = time
        if packet.contains(.dropped) { return breakOff() }
        let kept = packet.filter(\.isKept)
        guard kept.contains(where: \.isSaying) else { return }
        if isBroken, !isPause { return }
        if isBroken || starts.isEmpty || pressed.isEmpty && (isPause || isEntered) { starts.append(count) }
        isBroken = false
        isEntered = false
        guard makeRoom(for: kept.count + 1) else { return breakOff() }
        for event in kept + [InputEvent(type: UInt16(EV_SYN), code: 0, value: 0, time: time)] {
            events.initializeElement(at: count, to: event)
            count += 1
            let released = pressed.apply(event)
            isEntered =
                isEntered || released.contains(.key(UInt16(KEY_ENTER)))
                || released.contains(.key(UInt16(KEY_KPENTER)))
        }
    }

    /// Drops the scan that is being said.
    private func breakOff() {
        if !isBroken { dropped += 1 }
        isBroken = true
        if let start = starts.popLast() { count = start }
        pressed = Pressed()
    }

    private func makeRoom(for more: Int) -> Bool {
        while count + more > events.count {
            guard starts.count > 1 else { return false }
            let first = starts[1]
            memmove(
                events.baseAddress!, events.baseAddress! + first,
                (count - first) * MemoryLayout<InputEvent>.stride)
            count -= first
            starts = starts.dropFirst().map { $0 - first }
            dropped += 1
        }
        return true
    }

    /// The scans, packet by packet, without presses that have no release here.
    ///
    /// - Parameter onlyFast: only those that were typed as scanners type.
    package func complete(onlyFast: Bool = false) -> [[[InputEvent]]] {
        let isWanted = completeEvents()
        return starts.indices.map { number in
            let end = number + 1 < starts.count ? starts[number + 1] : count
            return starts[number]..<end
        }
        .filter { !onlyFast || isFast($0) }
        .map { packets(in: $0, isWanted) }
        .filter { !$0.isEmpty }
    }

    private func isFast(_ range: Range<Int>) -> Bool {
        let times = range.lazy.filter { self.events[$0].isKey && self.events[$0].value == 1 }
            .map { self.events[$0].time }
        return times.count >= Self.shortest
            && zip(times, times.dropFirst()).allSatisfy { $1 - $0 < Self.scanPause }
    }

    private func packets(in range: Range<Int>, _ isWanted: [Bool]) -> [[InputEvent]] {
        var packets: [[InputEvent]] = []
        var packet: [InputEvent] = []
        for index in range where isWanted[index] {
            packet.append(events[index])
            guard events[index].isReport else { continue }
            if packet.contains(where: \.isSaying) { packets.append(packet) }
            packet = []
        }
        return packets
    }

    private func completeEvents() -> [Bool] {
        var isWanted = [Bool](repeating: true, count: count)
        var keys: [UInt16: Int] = [:]
        /// The events of the finger that is down in each slot.
        var fingers: [Int32: [Int]] = [:]
        var slot: Int32 = 0
        for index in 0..<count {
            let event = events[index]
            if event.isKey, event.value != 0 {
                if let earlier = keys.updateValue(index, forKey: event.code) { isWanted[earlier] = false }
            } else if event.isKey {
                isWanted[index] = keys.removeValue(forKey: event.code) != nil
            } else if event.isSlot {
                slot = event.value
            } else if event.isFinger, event.value < 0 {
                isWanted[index] = fingers.removeValue(forKey: slot) != nil
            } else if event.isFinger {
                fingers[slot] = (fingers[slot] ?? []) + [index]
            } else if event.isInSlot {
                fingers[slot]?.append(index)
            }
        }
        for index in Array(keys.values) + fingers.values.flatMap({ $0 }) { isWanted[index] = false }
        return isWanted
    }
}

extension Sequence<InputEvent> {
    /// How many of them say something: no repeats, nor what only structures the others.
    package var saying: Int {
        count { $0.isKept && Int32($0.type) != EV_SYN && !$0.isSlot }
    }
}

extension InputEvent {
    /// Not a repeat, which is made by whoever hears a key held, nor the key's number in the hardware, lights or sounds.
    fileprivate var isKept: Bool {
        switch Int32(type) {
        case EV_KEY: value != 2
        case EV_REL, EV_ABS: true
        case EV_SYN: Int32(code) == SYN_MT_REPORT
        default: false
        }
    }

    /// Says something by itself.
    fileprivate var isSaying: Bool { Int32(type) != EV_SYN || self == .fingerReport }
}
