import Foundation
import HUDInput
import Testing

@Suite("Rules")
struct RuleTests {
    @Test(arguments: [
        "hold:name=Honeywell*", "block:kind=touch,bus=usb", "pass:vendor=05e0,product=1200",
        "pass:kind=Pointer",
        "block:path=/dev/input/by-id/usb-*", "hold:udev=ID_PATH=pci-*", "pass:bus=0003", "hold:name=*",
    ])
    func written(_ text: String) {
        #expect(InputRule(text)?.description == text)
    }

    @Test(arguments: [
        "", "hold", "hold:", "keep:name=x", "hold:name", "hold:name=", "hold:nme=x", "hold:kind=scaner",
        "hold:vendor=5e0", "hold:bus=firewire", "hold:path=event3", "hold:name=x,", "hold:udev=ID_PATH",
    ])
    func notWritten(_ text: String) {
        #expect(InputRule(text) == nil)
    }

    /// What becomes of each device of the system below, by its name.
    private func outcomes(_ policy: InputPolicy?, _ rules: String...) throws -> [String: String] {
        let system = try FakeSystem()
        let keyboard = "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe"
        try system.add("event0", "Power Button", keys: "10000000000000 0")
        try system.add("event1", "Keyboard", keys: keyboard, id: ("0003", "046d", "c31c"))
        try system.add("event2", "Acme Barcode Reader", keys: keyboard, id: ("0003", "05e0", "1200"))
        try system.add("event3", "Mouse", keys: "1f0000 0 0 0 0", id: ("0005", "046d", "b012"))
        try system.link("by-id/usb-Acme-event-kbd", to: "event2")
        try system.tellUdev("event3", "13:67", "ID_SEAT=seat1")
        let all = InputGate.survey(
            InputRules(policy: policy, rules: try rules.map { try #require(InputRule($0)) }),
            devices: system.devices, system: system.system, udev: system.udev)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, "\($0.outcome) (\($0.reason))") })
    }

    @Test("defaults: a scanner is held, the rest blocked, power keys pass")
    func defaults() throws {
        #expect(
            try outcomes(nil) == [
                "Power Button": "passes (power key)", "Keyboard": "blocked (keyboard)",
                "Acme Barcode Reader": "held (a scanner)", "Mouse": "blocked (pointer)",
            ])
    }

    @Test("a keyboard that udev calls a scanner is one")
    func scannerByProperty() throws {
        let system = try FakeSystem()
        let keyboard = "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe"
        try system.add("event0", "HID 04b4:0100", keys: keyboard)
        func kinds() -> [InputKind] {
            InputGate.survey(devices: system.devices, system: system.system, udev: system.udev).map(\.kind)
        }
        #expect(kinds() == [.keyboard])
        try system.tellUdev("event0", "13:64", "HUD_SCANNER=1")
        #expect(kinds() == [.scanner])
    }

    @Test("one policy for all, but for what passes by itself")
    func policy() throws {
        let all = try outcomes(.block)
        #expect(all["Acme Barcode Reader"] == "blocked (--input block)")
        #expect(all["Power Button"] == "passes (power key)")
        #expect(try outcomes(.pass)["Keyboard"] == "passes (--input pass)")
    }

    @Test("the first rule that fits decides, over everything else")
    func rules() throws {
        let all = try outcomes(
            .pass, "hold:vendor=046D,kind=keyboard", "block:vendor=046d", "block:path=*/by-id/usb-acme*",
            "block:name=power*")
        #expect(all["Keyboard"] == "held (rule hold:vendor=046D,kind=keyboard)")
        #expect(all["Mouse"] == "blocked (rule block:vendor=046d)")
        #expect(all["Acme Barcode Reader"] == "blocked (rule block:path=*/by-id/usb-acme*)")
        #expect(all["Power Button"] == "blocked (rule block:name=power*)")
    }

    @Test("by bus, kind, product and udev's properties")
    func keys() throws {
        let all = try outcomes(
            nil, "pass:udev=ID_SEAT=seat1", "pass:kind=scanner", "block:product=c31c,bus=bluetooth",
            "hold:bus=usb,product=C31C")
        #expect(all["Mouse"] == "passes (rule pass:udev=ID_SEAT=seat1)")
        #expect(all["Acme Barcode Reader"] == "passes (rule pass:kind=scanner)")
        #expect(all["Keyboard"] == "held (rule hold:bus=usb,product=C31C)")
    }

    @Test("nothing is gated where nothing could be")
    func passesAll() throws {
        #expect(InputRules(policy: .pass).passesAll)
        #expect(!InputRules().passesAll)
        #expect(!InputRules(policy: .pass, rules: [try #require(InputRule("hold:kind=scanner"))]).passesAll)
    }
}
