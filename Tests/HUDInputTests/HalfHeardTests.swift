import Foundation
import HUDInput
import TestSupport
import Testing

private func key(_ code: UInt16, _ value: Int32, at time: Int64) -> [InputEvent] {
    [InputEvent(type: 1, code: code, value: value, time: time), .report]
}

@Suite("Keys at the moment of the ungrab")
struct HalfHeardTests {
    @Test("heard by programs before the console hears: counted; later ones are not")
    func presses() {
        let events = key(30, 1, at: 10) + key(30, 0, at: 20) + key(31, 1, at: 110) + key(31, 0, at: 120)
        #expect(HalfHeard.count(events, until: 100, known: []) == 1)
        #expect(HalfHeard.count(events, until: 5, known: []) == 0)
    }

    @Test("a press that no program has heard, and its release: counted")
    func release() {
        let events = key(30, 0, at: 110) + key(31, 1, at: 120) + key(31, 0, at: 130)
        #expect(HalfHeard.count(events, until: 100, known: []) == 1)
        #expect(HalfHeard.count(events, until: 100, known: [30]) == 0)
    }

    @Test("more than there was room for: at least one")
    func dropped() {
        #expect(HalfHeard.count([.dropped, .report], until: 100, known: []) == 1)
    }
}

@Suite("The lock keys' lights")
struct LockLightTests {
    @Test("what the ungrab has put out or lit is put back, and nothing else")
    func restoring() {
        #expect(LockLights.restoring([1, 2], after: [0]) == [led(0, 0), led(1, 1), led(2, 1), .report])
        #expect(LockLights.restoring([1], after: [1]) == [])
        // Mute: the console has no such light.
        #expect(LockLights.restoring([7], after: []) == [])
    }

    @Test("lights of other devices, which the kernel sets too, are put back")
    func restoringOthers() throws {
        let folder = try TemporaryDirectory()
        let (devices, system) = (folder.path + "/dev", folder.path + "/sys")
        func light(_ device: String, _ light: String, _ brightness: String) throws {
            let path = "\(system)/\(device)/\(device)::\(light)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try "\(brightness)\n".write(toFile: path + "/brightness", atomically: false, encoding: .utf8)
        }
        try FileManager.default.createDirectory(atPath: devices, withIntermediateDirectories: true)
        for (device, node) in [("input3", "event5"), ("input10", "event0")] {
            try light(device, "scrolllock", "1")
            try light(device, "numlock", "0")
            try FileManager.default.createDirectory(
                atPath: "\(system)/\(device)/\(node)", withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: "\(devices)/\(node)"))
        }
        let before = AllLockLights(devices: devices, system: system)
        try light("input3", "scrolllock", "0")
        before.restore()
        // A light and the end of the packet, of 24 bytes each with the time: type, code, value.
        let written = try Data(contentsOf: URL(fileURLWithPath: devices + "/event5"))
        #expect(Array(written.suffix(32)) == [17, 0, 2, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 24))
        #expect(written.count == 48)
        #expect(try Data(contentsOf: URL(fileURLWithPath: devices + "/event0")).isEmpty)
    }

    private func led(_ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(type: 17, code: code, value: value)
    }
}
