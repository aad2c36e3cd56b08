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
    /// What is lit of those lights that there are, by the device's name in /sys/class/input ("input3"). A light's number is
    /// its place in `locks`, and the kernel's code for it.
    private let lit: [String: [UInt16: Bool]]

    /// As they are now; `devices` and `system` are /dev/input and /sys/class/input.
    package init(devices: String, system: String) {
        self.devices = devices
        self.system = system
        let names = Files.names(in: system).filter { $0.hasPrefix("input") }
        let lit = names.map { device in
            let lights = Self.locks.enumerated().compactMap { code, lock in
                Files.text("\(system)/\(device)/\(device)::\(lock)/brightness").map {
                    (UInt16(code), $0 != "0")
                }
            }
            return (device, Dictionary(uniqueKeysWithValues: lights))
        }
        self.lit = Dictionary(uniqueKeysWithValues: lit)
    }

    /// Puts those back that are otherwise now. A device that cannot be written to is left as it is.
    package func restore() {
        for (device, now) in AllLockLights(devices: devices, system: system).lit {
            guard let before = lit[device] else { continue }
            let set = { (lights: [UInt16: Bool]) in Set(lights.filter(\.value).keys) }
            let packet = LockLights.restoring(set(before), after: set(now))
            let nodes = Files.names(in: "\(system)/\(device)")
            guard !packet.isEmpty, let node = nodes.first(where: { $0.hasPrefix("event") }),
                let file = try? FileDescriptor.open("\(devices)/\(node)", [.write, .nonBlocking])
            else { continue }
            try? InputEvent.write(packet, to: file)
        }
    }
}
