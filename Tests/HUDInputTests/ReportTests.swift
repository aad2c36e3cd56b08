import HUDInput
import Testing

/// What `hud doctor` says of devices, whose names are anything.
@Suite struct ReportTests {
    /// The kernel takes any bytes for the name of a device that a program makes.
    @Test func aNameMakesNoLineOfItsOwn() throws {
        let system = try FakeSystem()
        try system.add("event0", "Pad\n/dev/input/event9: \u{1B}[2JForged\u{202E}", keys: "fffffffffffffffe")
        let report = try #require(InputGate.survey(devices: system.devices, system: system.system).first)
        let lines = report.description.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].hasPrefix("  -> "))
        #expect(lines[0].contains(#"Pad\n/dev/input/event9: \x1b[2JForged\u202e"#))
    }
}
