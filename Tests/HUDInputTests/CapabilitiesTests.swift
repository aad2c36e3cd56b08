import HUDInput
import Testing

/// What /sys/class/input/event*/device/capabilities says of real devices.
struct RealDevice: Sendable, CustomTestStringConvertible {
    let name: String
    var keys = "0"
    var relativeAxes = "0"
    var absoluteAxes = "0"
    var switches = "0"
    var properties = "0"
    let kind: InputKind
    var reason: String?

    var testDescription: String { name }

    var capabilities: Capabilities {
        Capabilities(
            keys: CodeSet(text: keys), relativeAxes: CodeSet(text: relativeAxes),
            absoluteAxes: CodeSet(text: absoluteAxes), switches: CodeSet(text: switches),
            properties: CodeSet(text: properties))
    }

    static let all = [
        RealDevice(
            name: "AT Translated Set 2 keyboard",
            keys: "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe", kind: .keyboard),
        RealDevice(
            name: "USB barcode scanner, a HID keyboard",
            keys: "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe", kind: .keyboard),
        RealDevice(
            name: "scanner or PIN pad with digits and Enter only", keys: "10000ffc", kind: .keyboard),
        RealDevice(
            name: "wireless receiver, keyboard and mouse in one node",
            keys:
                "1f0001 0 0 0 483ffff17aff32d bfd4444600000000 1 130c730b17c000 267bfad9415fed 9e168000004400 "
                + "10000002",
            relativeAxes: "1943", absoluteAxes: "100000000", kind: .keyboard),
        RealDevice(
            name: "USB keyboard, media keys",
            keys: "3f000303ff 0 0 483ffff17aff32d bfd4444600000000 1 0 0 0 0",
            absoluteAxes: "100000000", kind: .other),
        RealDevice(
            name: "USB keyboard, system keys", keys: "8000 10000000000000 0", kind: .other,
            reason: "power key"),
        RealDevice(name: "mouse", keys: "1f0000 0 0 0 0", relativeAxes: "903", kind: .pointer),
        RealDevice(
            name: "QEMU USB tablet", keys: "70000 0 0 0 0", relativeAxes: "900", absoluteAxes: "3",
            kind: .pointer),
        RealDevice(name: "rotary encoder", relativeAxes: "80", kind: .pointer),
        RealDevice(
            name: "touch screen, protocol B", keys: "400 0 0 0 0 0", absoluteAxes: "2608000 3",
            properties: "2",
            kind: .touch),
        RealDevice(
            name: "touch screen, one finger (ADS7846)", keys: "400 0 0 0 0 0", absoluteAxes: "1000003",
            kind: .touch),
        RealDevice(
            name: "pen on a display (Wacom)", keys: "1c03 0 0 0 0 0", absoluteAxes: "1000d000003",
            properties: "2",
            kind: .touch),
        RealDevice(
            name: "touchpad", keys: "e520 10000 0 0 0 0", absoluteAxes: "260800011000003", properties: "1",
            kind: .pointer),
        RealDevice(
            name: "gamepad", keys: "7cdb000000000000 0 0 0 0", absoluteAxes: "3003f", kind: .other),
        RealDevice(
            name: "Video Bus", keys: "3e000b00000000 0 0 0", kind: .other),
        RealDevice(name: "Power Button", keys: "10000000000000 0", kind: .other, reason: "power key"),
        RealDevice(name: "Sleep Button", keys: "4000 0 0", kind: .other, reason: "sleep key"),
        RealDevice(name: "Lid Switch", switches: "1", kind: .other, reason: "lid switch"),
        RealDevice(name: "headphone jack", switches: "4", kind: .other, reason: "switches"),
        RealDevice(name: "PC Speaker", kind: .other, reason: "no keys, buttons or touch"),
        RealDevice(
            name: "accelerometer", absoluteAxes: "7", properties: "40", kind: .other,
            reason: "no keys, buttons or touch"),
    ]
}

@Suite("What a device is")
struct CapabilitiesTests {
    @Test("real devices", arguments: RealDevice.all)
    func real(device: RealDevice) {
        #expect(device.capabilities.kind == device.kind)
        #expect(device.capabilities.reasonToPass == device.reason)
    }

    @Test("the words of a bitmap, the highest first, stand for 64 codes each")
    func words() {
        let codes = CodeSet(text: "1 0 8000000000000001")
        #expect(codes.contains(0) && codes.contains(63) && codes.contains(128))
        #expect(!codes.contains(1) && !codes.contains(64) && !codes.contains(1000))
    }
}
