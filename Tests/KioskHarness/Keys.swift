import Foundation

extension Kiosk {
    /// Presses or releases a key of the machine's keyboard, by QEMU's name: "a", "1", "ret", "shift", "ctrl",
    /// "f2".
    public func key(_ name: String, down: Bool) throws {
        try sendInput([["type": "key", "data": ["down": down, "key": ["type": "qcode", "data": name]]]])
    }

    /// Presses keys in order, then releases them in the reverse order: a tap, or a chord.
    public func tap(_ names: String...) throws {
        for name in names { try key(name, down: true) }
        for name in names.reversed() { try key(name, down: false) }
    }

    /// Types letters, digits, spaces and line ends on the machine's keyboard.
    public func type(_ text: String, pause: Double = 0.06) throws {
        for character in text {
            switch character {
            case "\n": try tap("ret")
            case " ": try tap("spc")
            case "a"..."z", "0"..."9": try tap(String(character))
            case "A"..."Z": try tap("shift", character.lowercased())
            default: throw KioskError.unexpected("cannot type \(character)")
            }
            usleep(UInt32(pause * 1_000_000))
        }
    }

    /// Moves the machine's tablet; both go from 0 to 1.
    public func point(x: Double, y: Double) throws {
        try sendInput(
            [("x", x), ("y", y)].map { axis, value in
                ["type": "abs", "data": ["axis": axis, "value": Int((value * 32767).rounded())]]
            })
    }

    /// Presses or releases the tablet's button: "left", "middle", "right".
    public func button(_ name: String = "left", down: Bool) throws {
        try sendInput([["type": "btn", "data": ["down": down, "button": name]]])
    }

    private func sendInput(_ events: [[String: Any]]) throws {
        try monitor.execute("input-send-event", ["events": events])
    }

    /// Starts the victim: a program on the text console that takes what is typed, line by line. One at a
    /// time. - Parameter echo: whether the console shows what is typed, which draws over the picture.
    public func startConsoleReader(tty: String = "tty1", echo: Bool = false) throws {
        try stopConsoleReader()
        let job = try start(
            "exec console-reader \(echo ? "-e" : "") /dev/\(tty) /share/console", until: "reading")
        consoleJob.withLock { $0 = job.number }
    }

    /// Ends the victim and forgets what it got.
    public func stopConsoleReader() throws {
        let number = consoleJob.withLock { number in
            defer { number = nil }
            return number
        }
        if let number { try Job(kiosk: self, number: number).stop() }
        try? FileManager.default.removeItem(atPath: share + "/console")
    }

    /// What the victim has got so far: whole lines only, as the console hands them out.
    public func consoleReceived() -> String {
        String(decoding: FileManager.default.contents(atPath: share + "/console") ?? Data(), as: UTF8.self)
    }

    /// Waits until the victim has got exactly `text` (or more than that, which is wrong), and returns what it
    /// has.
    public func consoleReceived(_ text: String, seconds: Double = 5) throws -> String {
        _ = poll(seconds: seconds) { consoleReceived().utf8.count >= text.utf8.count }
        return consoleReceived()
    }
}
