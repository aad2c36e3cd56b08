import Foundation
import KioskHarness
import Testing

/// Three programs that must not be left with a stuck key, at once: the console's reader, a second reader of each device,
/// and `libinput debug-events`.
struct Victims {
    let kiosk: Kiosk
    let readers: [(device: String, reader: Kiosk.EventReader)]
    private let libinput: Kiosk.Job

    /// Starts them; the devices of these names are plugged in. The console's reader runs.
    init(_ kiosk: Kiosk, devices: [String]) throws {
        self.kiosk = kiosk
        readers = try devices.map { ($0, try kiosk.keepReadingEvents(of: $0)) }
        try kiosk.check(
            """
            pgrep systemd-udevd >/dev/null || /lib/systemd/systemd-udevd --daemon
            udevadm trigger --subsystem-match=input && udevadm settle --timeout=20
            """)
        libinput = try kiosk.start(
            "exec stdbuf -oL libinput debug-events --show-keycodes 2>&1", until: devices[0])
        for device in devices.dropFirst() { try libinput.waitForOutput(device) }
    }

    func stop() throws {
        try libinput.stop()
        for (_, reader) in readers { try reader.stop() }
        try kiosk.check("udevadm control --exit")
    }

    func reader(of device: String) -> Kiosk.EventReader { readers.first { $0.device == device }!.reader }

    /// What is wrong with what the second readers have heard: presses twice, repeats of what is up, and what is down in the
    /// end; and with what libinput has.
    func faults(strict: Bool) -> [String] {
        readers.flatMap { device, reader in
            Self.faults(reader.events, strict: strict).map { "\(device): \($0)" }
        } + libinputFaults
    }

    /// How often the second readers have heard of a finger in the place of another one that was not lifted.
    ///
    /// It is what the protocol allows (Documentation/input/multi-touch-protocol.rst: a new tracking ID is a new contact, one
    /// that is gone is removed), and happens where a panel reports while the gate writes that its fingers are lifted: the
    /// kernel takes the two apart by events, not by packets. It must be rare: a gate that says fingers in wrong slots does
    /// it all the time.
    var replacedFingers: Int {
        readers.reduce(0) { sum, entry in
            var slot = 0
            var down: Set<Int> = []
            return entry.reader.events.reduce(sum) { sum, event in
                switch (event.type, event.code, event.value) {
                case (-1, _, _): (down, slot) = ([], 0)
                case (3, 47, let value): slot = value
                case (3, 57, -1): down.remove(slot)
                case (3, 57, _): return sum + (down.insert(slot).inserted ? 0 : 1)
                default: break
                }
                return sum
            }
        }
    }

    private static func faults(_ events: [(type: Int, code: Int, value: Int)], strict: Bool) -> [String] {
        var faults: [String] = []
        var keys: Set<Int> = []
        var fingers: Set<Int> = []
        var slot = 0
        for event in events {
            switch (event.type, event.code, event.value) {
            case (-1, _, _):
                keys = []
                fingers = []
                slot = 0
            case (1, let code, 0):
                // Of a press that was before this reader, or one that the console may have missed: it is said once
                // more, and means nothing to other readers.
                keys.remove(code)
            case (1, let code, 1):
                if !keys.insert(code).inserted { faults.append("\(code) goes down twice") }
            case (1, let code, 2):
                if !keys.contains(code), strict { faults.append("\(code) repeats and is up") }
            case (3, 47, let value):
                slot = value
            case (3, 57, -1):
                fingers.remove(slot)
            case (3, 57, _):
                fingers.insert(slot)
            default:
                break
            }
        }
        if !keys.isEmpty { faults.append("\(keys.sorted()) are down") }
        if !fingers.isEmpty { faults.append("fingers are down in \(fingers.sorted())") }
        return faults
    }

    /// What libinput complains of, and what is down for it.
    private var libinputFaults: [String] {
        var down: Set<String> = []
        var faults: [String] = []
        for line in libinput.output.split(separator: "\n") {
            // A finger that is lifted in the device's name and reported again by the panel, all in one packet: no harm
            // is done, and the panel of this machine is interrupted amid its packets, which real ones are not.
            let isHarmless =
                ["lagging behind", "your system is too slow", "multiple touch down for the same slot"]
                .contains { line.contains($0) }
            if line.contains(" bug:"), !isHarmless { faults.append("libinput: \(line)") }
            // Some of libinput's complaints end without a line break: an event may stand on the same line.
            let isWhole = line.hasPrefix("-event") || line.hasPrefix(" event")
            let start =
                isWhole
                ? line.startIndex : line.firstRange(of: /[- ]event[0-9]+ +[A-Z]+_[A-Z_]+/)?.lowerBound
            guard let start else { continue }
            let words = line[start...].split(whereSeparator: \.isWhitespace).map(String.init)
            guard words.count > 3 else { continue }
            // A dash stands where the device is another one than on the line before.
            let device = words[0].hasPrefix("-") ? String(words[0].dropFirst()) : words[0]
            let what = "\(device) \(words[3])"
            switch words[1] {
            case "KEYBOARD_KEY":
                if line.hasSuffix("pressed") { down.insert(what) } else { down.remove(what) }
            case "POINTER_BUTTON":
                if line.contains("pressed") { down.insert(what) } else { down.remove(what) }
            case "TOUCH_DOWN": down.insert("\(device) finger \(words[3])")
            case "TOUCH_UP", "TOUCH_CANCEL": down.remove("\(device) finger \(words[3])")
            case "DEVICE_REMOVED": down = down.filter { !$0.hasPrefix(device + " ") }
            default: break
            }
        }
        if let status = try? libinput.wait(seconds: 0) { faults.append("libinput has ended (\(status))") }
        if !down.isEmpty {
            let last = libinput.output.split(separator: "\n").suffix(80).joined(separator: "\n")
            faults.append("libinput: \(down.sorted()) are down after\n\(last)\n")
        }
        return faults
    }

    /// Whether libinput has heard anything from a key and a finger: a victim that is deaf would pass everything.
    var libinputHears: Bool {
        libinput.output.contains("KEYBOARD_KEY") && libinput.output.contains("TOUCH_DOWN")
    }
}
