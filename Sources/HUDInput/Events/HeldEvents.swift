internal import CLinux
internal import Glibc

/// What a device said while it was held off, until it is written again. In memory only, bounded, wiped after use.
///
/// A scan is what is said in one go: it ends with Enter, or where nothing comes for a while, and nothing is pressed.
/// Scans without a pause between them are a burst, as a code of several lines is: whether it was typed by a scanner is
/// judged of the whole burst. Where there is no room the oldest scan is dropped, whole; one of which the kernel has
/// dropped a part is, too.
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
    private let onlyFast: Bool
    private let events: UnsafeMutableBufferPointer<InputEvent>
    private var count = 0
    /// Where each scan begins.
    private var starts: [Int] = []
    /// Of these, where each burst begins.
    private var burstStarts: Set<Int> = []
    /// How many keys have gone down so fast, up to now.
    private var run = 0
    private var lastPress = Int64.min
    private var pressed = Pressed()
    private var lastTime = Int64.min
    private var isEntered = false
    /// What still comes of this scan is not kept.
    private var isBroken = false
    /// How many scans were dropped, or parts of which it is not known that they were none.
    package private(set) var dropped = 0
    /// Something is here that was typed as scanners type, or that is kept whatever it is.
    package private(set) var hasScan = false

    /// - Parameters:
    ///   - pause: this long without a word, in microseconds, ends a scan.
    ///   - onlyFast: only bursts that were typed as scanners type are scans; all else is forgotten in the end.
    package init(capacity: Int = HeldEvents.capacity, pause: Int64 = HeldEvents.pause, onlyFast: Bool = false)
    {
        self.pause = pause
        self.onlyFast = onlyFast
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
        burstStarts = []
        hasScan = false
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
        // The kernel drops what comes faster than it is read: no person types so.
        if packet.contains(.dropped) { return breakOff(isScan: true) }
        let kept = packet.filter(\.isKept)
        guard kept.contains(where: \.isSaying) else { return }
        if isBroken, !isPause { return skip(kept) }
        if isBroken || starts.isEmpty || pressed.isEmpty && (isPause || isEntered) {
            if isBroken || starts.isEmpty || isPause { burstStarts.insert(count) }
            starts.append(count)
        }
        isBroken = false
        isEntered = false
        guard makeRoom(for: kept.count + 1) else {
            return breakOff(isScan: !onlyFast || run >= Self.shortest)
        }
        for event in kept + [InputEvent(type: UInt16(EV_SYN), code: 0, value: 0, time: time)] {
            events.initializeElement(at: count, to: event)
            count += 1
            notePace(event)
            isEntered = isEntered || pressed.apply(event).contains(where: Self.enters.contains)
        }
    }

    private static let enters: Set<Press> = [.key(UInt16(KEY_ENTER)), .key(UInt16(KEY_KPENTER))]

    private func notePace(_ event: InputEvent) {
        if !onlyFast { hasScan = true }
        guard event.isKey, event.value == 1 else { return }
        run = lastPress != .min && event.time - lastPress < Self.scanPause ? run + 1 : 1
        lastPress = event.time
        if run >= Self.shortest { hasScan = true }
    }

    /// What follows without a pause on a scan that was broken off is lost, too: each line of it is counted.
    private func skip(_ kept: [InputEvent]) {
        if isEntered {
            dropped += 1
            isEntered = false
        }
        for event in kept where event.isKey && event.value == 0 {
            if Self.enters.contains(.key(event.code)) { isEntered = true }
        }
    }

    /// Drops the scan that is being said.
    private func breakOff(isScan: Bool) {
        if !isBroken, isScan { dropped += 1 }
        isBroken = true
        isEntered = false
        if let start = starts.popLast() { count = start }
        burstStarts.remove(count)
        pressed = Pressed()
    }

    private func makeRoom(for more: Int) -> Bool {
        while count + more > events.count {
            guard starts.count > 1 else { return false }
            let first = starts[1]
            if !onlyFast || bursts.first.map(isFast) == true { dropped += 1 }
            memmove(
                events.baseAddress!, events.baseAddress! + first,
                (count - first) * MemoryLayout<InputEvent>.stride)
            count -= first
            starts = starts.dropFirst().map { $0 - first }
            burstStarts = Set(burstStarts.map { $0 - first }.filter { $0 > 0 } + [0])
        }
        return true
    }

    /// The scans, packet by packet, without presses that have no release here.
    package func complete() -> [[[InputEvent]]] {
        let isWanted = completeEvents()
        let wanted = bursts.filter { !onlyFast || isFast($0) }
        return ranges(from: starts)
            .filter { scan in wanted.contains { $0.contains(scan.lowerBound) } }
            .map { packets(in: $0, isWanted) }
            .filter { !$0.isEmpty }
    }

    /// The events of the longest scan, as an upper bound.
    package var longest: Int { ranges(from: starts).map(\.count).max() ?? 0 }

    /// The events of each burst.
    private var bursts: [Range<Int>] { ranges(from: burstStarts.sorted()) }

    private func ranges(from starts: [Int]) -> [Range<Int>] {
        zip(starts, starts.dropFirst() + [count]).map { $0..<$1 }
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
    /// Not a repeat, which each reader makes for itself, nor the key's number in the hardware, lights or sounds.
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
