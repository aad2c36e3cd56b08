import KioskHarness
import Testing

/// Keys that mean more than a character.
extension GateScenarios {
    /// The keyboard's lamps, and the state that they stand for, are those of before: the console's, and one that a program
    /// has set.
    func lamps() throws {
        func lit() throws -> [String] {
            try kiosk.check(
                "cat /sys/class/leds/*::capslock/brightness /sys/class/leds/*::scrolllock/brightness"
            )
            .split(separator: "\n").map(String.init)
        }
        try kiosk.tap("caps_lock")
        try kiosk.check(
            "for light in /sys/class/leds/*::scrolllock; do echo 1 >$light/brightness; done; sleep 0.1")
        #expect(try kiosk.poll(seconds: 3) { try lit().contains("1") })
        let before = try lit()
        let job = try input.show()
        try kiosk.tap("caps_lock")
        #expect(try lit() == before)
        try input.end(job)
        let after = try lit()
        #expect(after == before)
        #expect(before.suffix(before.count / 2).contains("1"))
        try kiosk.check("for light in /sys/class/leds/*::scrolllock; do echo 0 >$light/brightness; done")
        try input.expectConsole("ABC\n", afterTyping: "abc\n")
        try kiosk.tap("caps_lock")
        try input.expectConsole("ABC\nabc\n", afterTyping: "abc\n")
    }

    /// A power key on an ordinary keyboard is let through, and the HUD leaves.
    func powerKey() throws {
        let keyboard = try kiosk.plug(.keyboard, name: "remote control")
        let reader = try kiosk.readEvents(of: keyboard.node)
        let forbidding = try input.show("--forbid power")
        try keyboard.key(116, down: true)
        try keyboard.key(116, down: false)
        try input.end(forbidding)
        #expect(reader.keys.isEmpty, "\(reader.keys)")
        let job = try input.show(seconds: 30)
        try keyboard.key(116, down: true)
        #expect(kiosk.poll(seconds: 3) { reader.keys == [[116, 1], [116, 0]] }, "\(reader.keys)")
        try keyboard.key(116, down: false)
        #expect(try job.wait(seconds: 10) == 0, "\(job.output)")
        #expect(job.output.hasSuffix("hud: Power was pressed, so the HUD left\n"), "\(job.output)")
        try input.end(job)
        #expect(reader.keys == [[116, 1], [116, 0]], "\(reader.keys)")
        try reader.stop()
        try keyboard.remove()
    }

    /// A chord that is forbidden is a key as any other.
    func forbiddenChord() throws {
        let job = try input.show("--forbid console --forbid panic", seconds: 2)
        try kiosk.tap("ctrl", "alt", "f2")
        // Six keys at once would be a scan.
        try kiosk.check("sleep 0.2")
        try kiosk.tap("backspace", "esc", "ret")
        #expect(try kiosk.check("cat /sys/class/tty/tty0/active").hasPrefix("tty1"))
        try input.end(job)
        #expect(!job.output.contains("was pressed"), "\(job.output)")
        try input.expectConsole("abc\n", afterTyping: "abc\n")
    }
}
