internal import HUDSystem

/// The lock lights of every input device of the machine.
///
/// With each ungrab the kernel sets the lights of all devices, and not only of the one that is let go, as the console has them
/// (drivers/tty/vt/keyboard.c, `kbd_propagate_led_state`, where it has LED triggers). What a program has set otherwise would
/// be lost on keyboards that pass, and on those that were let go a moment before.
package struct AllLockLights {
    private static let locks = ["numlock", "capslock", "scrolllock"]

    private let devices: String
    private let system: String
    /// What is lit, by the device's name in /sys/class/input ("input3"). A light's place in `locks` is the kernel's code for it.
    private let lit: [String: Set<UInt16>]

    /// As they are now; `devices` and `system` are /dev/input and /sys/class/input.
    package init(devices: String, system: String) {
        self.devices = devices
        self.system = system
        var lit: [String: Set<UInt16>] = [:]
        for device in Files.names(in: system) where device.hasPrefix("input") {
            let codes = Self.locks.indices.filter { code in
                let light = "\(system)/\(device)/\(device)::\(Self.locks[code])"
                return Files.text(light + "/brightness").map { $0 != "0" } ?? false
            }
            lit[device] = Set(codes.map(UInt16.init))
        }
        self.lit = lit
    }

    /// Puts those back that have changed since. A device that cannot be written to is left as it is.
    package func restore() {
        for (device, after) in AllLockLights(devices: devices, system: system).lit {
            guard let before = lit[device], before != after,
                let node = Files.names(in: "\(system)/\(device)").first(where: { $0.hasPrefix("event") }),
                let file = try? FileDescriptor.open("\(devices)/\(node)", [.write, .nonBlocking])
            else { continue }
            try? InputEvent.write(LockLights.restoring(before, after: after), to: file)
        }
    }
}
