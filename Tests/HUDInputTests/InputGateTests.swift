import Foundation
import HUDInput
import Testing

@Suite("The gate without devices", .timeLimit(.minutes(1)))
struct InputGateTests {
    private static let keyboard = "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe"

    /// Waits for news; true when there were some within ten seconds.
    private func hasNews(_ gate: InputGate) -> Bool {
        var poll = pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0)
        return Foundation.poll(&poll, 1, 10_000) == 1
    }

    /// Opens the gate and waits until it is.
    private func open(_ gate: InputGate) {
        gate.open()
        while !gate.isOpen, hasNews(gate) { _ = gate.takeNotices() }
        #expect(gate.isOpen)
    }

    @Test("a gate stands open until it is closed, and after it has been opened")
    func openAndClosed() throws {
        let gate = try FakeSystem().gate
        #expect(gate.isOpen)
        gate.open()
        gate.forceOpen()
        #expect(gate.isOpen)
        gate.close()
        #expect(!gate.isOpen)
        open(gate)
        gate.close()
        gate.close()
        #expect(!gate.isOpen)
        gate.forceOpen()
        #expect(gate.isOpen)
    }

    @Test("no /dev/input: one notice")
    func noDevices() {
        let gate = InputGate(settle: 0, devices: "/nowhere/input", system: "/nowhere")
        gate.close()
        #expect(hasNews(gate))
        #expect(gate.takeNotices() == ["input is not held off: there is no /nowhere/input"])
        open(gate)
        #expect(gate.takeNotices() == [])
    }

    @Test("a device that cannot be used: one notice, which names the first and says of how many")
    func failures() throws {
        let system = try FakeSystem()
        try system.add("event0", "Keyboard", keys: Self.keyboard)
        let gate = system.gate
        gate.close()
        #expect(hasNews(gate))
        let notices = gate.takeNotices()
        #expect(notices.count == 1)
        #expect(
            notices.first?.hasPrefix("input is not held off: cannot examine \(system.devices)/event0: ")
                == true)
        open(gate)

        try system.add("event1", "Scanner", keys: Self.keyboard, isThere: false)
        let second = system.gate
        second.close()
        #expect(hasNews(second))
        #expect(second.takeNotices().first?.contains("held off on 1 of 2 devices: cannot examine") == true)
        open(second)
    }

    @Test("a device that is gone before it can be opened: nothing is told of it")
    func goneBefore() throws {
        let system = try FakeSystem()
        try system.add("event4", "Gone", keys: Self.keyboard, isThere: false)
        let gate = system.gate
        gate.close()
        while !gate.isClosed, hasNews(gate) { #expect(gate.takeNotices() == []) }
        // A node's rights change before it goes.
        usleep(50_000)
        #expect(gate.records.isEmpty)
        #expect(gate.isDelivered && gate.oldestStep == nil && gate.progress > 0)
        open(gate)
    }

    @Test(
        "udev's links and properties that come later than the device: the rules are asked again",
        arguments: [true, false])
    func laterName(isLink: Bool) throws {
        let system = try FakeSystem()
        try system.add("event3", "Acme", keys: Self.keyboard)
        try system.tellUdev("event3", "13:67", "ID_BUS=usb")
        let rules = try ["block:path=*/by-id/usb-acme*", "block:udev=ID_SEAT=seat1"].map {
            try #require(InputRule($0))
        }
        let gate = InputGate(
            settle: 0, rules: InputRules(policy: .pass, rules: rules), devices: system.devices,
            system: system.system, udev: system.udev)
        gate.close()
        usleep(200_000)
        #expect(gate.records.isEmpty)
        #expect(
            isOpened("\(system.devices)/event3") {
                if isLink {
                    try? system.link("by-id/usb-Acme-event-kbd", to: "event3")
                } else {
                    try? system.tellUdev("event3", "13:67", "ID_SEAT=seat1")
                }
            })
        open(gate)
    }

    @Test("what is left alone is not opened")
    func powerKey() throws {
        let system = try FakeSystem()
        try system.add("event0", "Power Button", keys: "10000000000000 0")
        let gate = system.gate
        gate.close()
        open(gate)
        #expect(gate.takeNotices() == [])
    }

    @Test("a device that appears meanwhile is taken up, and again when its rights have changed")
    func hotPlug() throws {
        let system = try FakeSystem()
        let gate = system.gate
        gate.close()
        #expect(!gate.isOpen)
        usleep(100_000)
        // Not a device: each time it is opened and refused. The last time of access tells.
        try system.add("event4", "Late", keys: Self.keyboard)
        let path = "\(system.devices)/event4"
        #expect(isOpened(path, by: { chmod(path, 0o600) }))
        open(gate)
    }

    /// Whether a process opens `path` within ten seconds, after `action` (inotify).
    private func isOpened(_ path: String, by action: () -> Void) -> Bool {
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(watch) }
        inotify_add_watch(watch, path, UInt32(IN_OPEN))
        action()
        var poll = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
        return Foundation.poll(&poll, 1, 10_000) == 1
    }

    @Test("what would become of each device, in the order in which they are grabbed")
    func survey() throws {
        let system = try FakeSystem()
        try system.add("event0", "Power Button", keys: "10000000000000 0")
        try system.add("event2", "Mouse", keys: "1f0000 0 0 0 0")
        try system.add("event10", "Keyboard", keys: Self.keyboard)
        try system.add("event9", "Gone", keys: Self.keyboard, isThere: false)
        let reports = InputGate.survey(devices: system.devices, system: system.system)
        #expect(reports.map(\.name) == ["Gone", "Keyboard", "Mouse", "Power Button"])
        #expect(
            reports.map(\.outcome) == [
                .unavailable("cannot be opened: No such file or directory"), .blocked, .blocked, .passes,
            ])
        #expect(reports.last?.reason == "power key")
    }

    @Test("a program that reads the hardware past the kernel is named")
    func rawReader() throws {
        let system = try FakeSystem()
        try system.add("event0", "Scanner", keys: Self.keyboard)
        let raw = try system.addRaw("hidraw3", to: "event0")
        func report() throws -> InputReport {
            try #require(
                InputGate.survey(devices: system.devices, system: system.system, raw: system.raw).first)
        }
        #expect(try report().bypasses == [])
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/bin/sleep")
        reader.arguments = ["60"]
        reader.standardInput = try FileHandle(forReadingFrom: raw)
        try reader.run()
        defer { reader.terminate() }
        #expect(try report().bypasses == ["\(raw.path) is open in sleep (\(reader.processIdentifier))"])
        #expect(try report().description.hasSuffix("which is not held off"))
    }
}
