import Foundation
import HUDInput

/// Folders that look like /dev/input and /sys/class/input: plain files, which open and are no devices.
final class FakeSystem {
    let root = NSTemporaryDirectory() + "hud-input-\(UUID().uuidString)"

    var devices: String { root + "/dev" }
    var system: String { root + "/sys" }
    var udev: String { root + "/udev" }
    var raw: String { root + "/raw" }

    init() throws {
        try make(devices)
        try make(system)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    func add(
        _ node: String, _ device: String, keys: String, id: (String, String, String)? = nil,
        isThere: Bool = true
    ) throws {
        let folder = "\(system)/\(node)/device"
        try make(folder + "/capabilities")
        try (device + "\n").write(toFile: folder + "/name", atomically: true, encoding: .utf8)
        try (keys + "\n").write(toFile: folder + "/capabilities/key", atomically: true, encoding: .utf8)
        if let id {
            try make(folder + "/id")
            for (file, text) in [("bustype", id.0), ("vendor", id.1), ("product", id.2)] {
                try (text + "\n").write(toFile: "\(folder)/id/\(file)", atomically: true, encoding: .utf8)
            }
        }
        // A link that leads nowhere is listed and cannot be opened.
        if isThere {
            try Data().write(to: URL(fileURLWithPath: "\(devices)/\(node)"))
        } else {
            try FileManager.default.createSymbolicLink(
                atPath: "\(devices)/\(node)", withDestinationPath: "\(root)/nowhere")
        }
    }

    /// A node at which a device can be read as it is.
    func addRaw(_ name: String, to node: String) throws -> URL {
        try make("\(system)/\(node)/device/device/hidraw/\(name)")
        try make(raw)
        let path = "\(raw)/\(name)"
        try Data().write(to: URL(fileURLWithPath: path))
        return URL(fileURLWithPath: path)
    }

    /// A name that udev gives a node.
    func link(_ name: String, to node: String) throws {
        let path = "\(devices)/\(name)"
        try make((path as NSString).deletingLastPathComponent)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../\(node)")
    }

    /// What udev knows of a node.
    func tellUdev(_ node: String, _ number: String, _ property: String) throws {
        try make(udev)
        try "\(number)\n".write(toFile: "\(system)/\(node)/dev", atomically: true, encoding: .utf8)
        try "I:1\nE:\(property)\nG:x\n".write(toFile: "\(udev)/c\(number)", atomically: true, encoding: .utf8)
    }

    private func make(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    var gate: InputGate { InputGate(settle: 1_000_000_000, devices: devices, system: system) }
}
