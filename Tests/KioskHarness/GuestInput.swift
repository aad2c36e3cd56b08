import Foundation

extension Kiosk {
    /// An input device that uinput makes in the guest; it is there until ``remove()``.
    public struct InputDevice: Sendable {
        /// What the device is.
        public enum Kind: String, Sendable {
            /// A keyboard.
            case keyboard
            /// A barcode scanner: a keyboard that types fast.
            case scanner
            /// A mouse with three buttons and a wheel.
            case mouse
            /// A touch panel with slots (protocol B), 0 to 4095 on both axes.
            case touch
            /// A touch panel without slots (protocol A).
            case touchA = "touch-a"
            /// A pen on a display of its own, with two buttons: near (320), down (330), its button (331).
            case pen
            /// What rings the console's bell.
            case speaker
            /// A USB touch panel: hid-multitouch drives it, and it repeats a finger while it is down.
            case panel
        }

        let kiosk: Kiosk
        let job: Job
        /// The device's name, which is also its address.
        public let name: String
        /// Its node in the guest.
        public let node: String

        /// Sends commands of `input-device` and waits until all are done.
        public func send(_ commands: String...) throws {
            let quoted = commands.map { "'\($0)'" }.joined(separator: " ")
            try kiosk.check("input-device send '\(name)' \(quoted)")
        }

        /// Types digits and Enter, `pace` microseconds from key to key.
        public func scan(_ digits: String, pace: Int = 1000) throws { try send("type \(digits) \(pace)") }

        /// Presses or releases a key or button, by the kernel's number.
        public func key(_ code: Int, down: Bool) throws { try send("\(down ? "down" : "up") \(code)") }

        /// Puts or moves a finger.
        public func touch(_ slot: Int = 0, x: Int, y: Int) throws { try send("touch \(slot) \(x) \(y)") }

        /// Lifts a finger.
        public func lift(_ slot: Int = 0) throws { try send("lift \(slot)") }

        /// Unplugs the device.
        public func remove() throws {
            try send("quit")
            _ = try job.wait(seconds: 10)
        }
    }

    /// Plugs an input device in.
    public func plug(_ kind: InputDevice.Kind, name: String) throws -> InputDevice {
        let program = kind == .panel ? "touch-panel" : "input-device \(kind.rawValue)"
        let job = try start("exec \(program) '\(name)'", until: "/dev/input/event")
        let node = job.output.split(separator: "\n").first { $0.hasPrefix("/dev/input/event") }
        return InputDevice(kiosk: self, job: job, name: name, node: String(node ?? ""))
    }

    /// Another reader of an input device: a program that must not be disturbed.
    public struct EventReader: Sendable {
        let job: Job
        let path: String

        /// Each event so far, in the kernel's numbers.
        public var events: [(type: Int, code: Int, value: Int)] {
            let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
            return text.split(separator: "\n").compactMap { line in
                let numbers = line.split(separator: " ").compactMap { Int($0) }
                return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
            }
        }

        /// The events of keys and buttons: (code, value).
        public var keys: [[Int]] { events.filter { $0.type == 1 }.map { [$0.code, $0.value] } }

        /// Ends the reader.
        public func stop() throws { try job.stop() }
    }

    /// Starts a reader of a device, named by its name, that goes on when the device is unplugged and plugged in again;
    /// an event of type -1 stands where it was away.
    public func keepReadingEvents(of name: String) throws -> EventReader {
        let file = "events.\(UInt32.random(in: 0 ... .max))"
        let job = try start(
            """
            while :; do
                evdev-watch '\(name)' /share/\(file) 2>/dev/null && echo '-1 0 0' >>/share/\(file)
                sleep 0.02
            done
            """, until: "watching")
        return EventReader(job: job, path: "\(share)/\(file)")
    }

    /// Starts a reader of a device, named by its node or its name; `grab` keeps its events from every other
    /// else.
    public func readEvents(of device: String, grab: Bool = false) throws -> EventReader {
        let file = "events.\(UInt32.random(in: 0 ... .max))"
        let job = try start(
            "exec evdev-watch \(grab ? "-g" : "") '\(device)' /share/\(file)", until: "watching")
        return EventReader(job: job, path: "\(share)/\(file)")
    }
}
