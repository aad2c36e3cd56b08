import Foundation
import HUDInput
import Testing

/// Folders that look like /dev/input and /sys/class/input: plain files, which open and are no devices.
private final class FakeSystem {
    let root = NSTemporaryDirectory() + "hud-input-\(UUID().uuidString)"

    var devices: String { root + "/dev" }
    var system: String { root + "/sys" }

    init() throws {
        try make(devices)
        try make(system)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    func add(_ node: String, _ device: String, keys: String, isThere: Bool = true) throws {
        let folder = "\(system)/\(node)/device"
        try make(folder + "/capabilities")
        try (device + "\n").write(toFile: folder + "/name", atomically: true, encoding: .utf8)
        try (keys + "\n").write(toFile: folder + "/capabilities/key", atomically: true, encoding: .utf8)
        // A link that leads nowhere is listed and cannot be opened.
        if isThere {
            try Data().write(to: URL(fileURLWithPath: "\(devices)/\(node)"))
        } else {
            try FileManager.default.createSymbolicLink(
                atPath: "\(devices)/\(node)", withDestinationPath: "\(root)/nowhere")
        }
    }

    private func make(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    var gate: InputGate { InputGate(settle: 1_000_000_000, devices: devices, system: system) }
}

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

    @Test("what is left alone is not opened")
    func powerKey() throws {
        let system = try FakeSystem()
        try system.add("event0", "Power Button", keys: "10000000000000 0")
        let gate = system.gate
        gate.close()
        open(gate)
        #expect(gate.takeNotices() == [])
    }

    @Test("what would become of each device, in the order in which they are seized")
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
}
