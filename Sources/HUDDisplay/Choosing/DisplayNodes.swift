package import HUDSystem

/// The display devices that sysfs knows, before any is opened: opening a card lights a blanked display.
package struct DisplayNodes: Equatable, Sendable {
    package struct Connector: Equatable, Sendable {
        /// "HDMI-A-1".
        package let name: String
        package let isConnected: Bool
        /// It has a CRTC.
        package let isEnabled: Bool
        /// "On" where it is neither blanked nor asleep; else how deep (DPMS): "Standby", "Suspend", "Off".
        package let power: String

        var isAwake: Bool { power == "On" }

        var isLit: Bool { isConnected && isEnabled && isAwake }

        var description: String {
            guard isConnected else { return "\(name): nothing connected" }
            return "\(name): connected, " + (isLit ? "lit" : isEnabled ? "blanked" : "off")
        }
    }

    package struct Card: Equatable, Sendable {
        package let path: String
        /// The driver's name where sysfs has it.
        package let driver: String
        /// The device behind it, by which its framebuffer is known.
        package let device: FileStatus.Identity?
        package let connectors: [Connector]
        /// The driver is Raspberry Pi's firmware behind a kernel's face ("fkms"), which shows premultiplied pixels wrongly
        /// on its planes (raspberrypi/firmware, report 1773).
        let isFirmware: Bool

        /// With one of its connectors only.
        func restricted(to name: String) -> Card {
            Card(
                path: path, driver: driver, device: device, connectors: connectors.filter { $0.name == name },
                isFirmware: isFirmware)
        }

        var isLit: Bool { connectors.contains(where: \.isLit) }

        /// How dark a display is that would be lit if it were awake, as FBIOBLANK has it; nil where there is none.
        var blankLevel: Int32? {
            let asleep = connectors.first { $0.isConnected && $0.isEnabled && !$0.isAwake }
            guard !isLit, let asleep else { return nil }
            // FB_BLANK_NORMAL, FB_BLANK_HSYNC_SUSPEND, FB_BLANK_POWERDOWN
            return switch asleep.power {
            case "Standby": 1
            case "Suspend": 3
            default: 4
            }
        }

        /// Why nothing can be seen on it.
        var darkness: String {
            if connectors.isEmpty { return "it has no connectors" }
            if !connectors.contains(where: \.isConnected) { return "nothing is connected to it" }
            if !connectors.contains(where: { $0.isConnected && $0.isEnabled }) {
                return "its outputs are off"
            }
            return "its display is blanked; a show would light it meanwhile"
        }
    }

    package struct Framebuffer: Equatable, Sendable {
        package let path: String
        package let driver: String
        package let device: FileStatus.Identity?
        /// Rows that there are, as sysfs says them.
        package let virtualHeight: Int
    }

    package let cards: [Card]
    /// How the console turns its text (fbcon): "0" to "3"; nil where there is none.
    package let consoleRotation: String?
    package let framebuffers: [Framebuffer]
    /// After how many seconds without a key the console makes its display dark; nil: never.
    package let consoleBlankTime: Int64?

    /// Reads `/sys`; a test has its own.
    package init(sys: String = "/sys") {
        let drm = sys + "/class/drm/"
        let entries = Files.names(in: drm)
        let hasFirmware = Files.names(in: sys + "/bus/platform/drivers/vc4_firmware_kms")
            .contains { $0.hasSuffix("firmwarekms") }
        cards = Self.numbered(entries, "card").map { name in
            let device = drm + name + "/device"
            let driver = Self.driver(device)
            return Card(
                path: "/dev/dri/" + name, driver: driver,
                device: FileStatus(path: device)?.identity,
                connectors: entries.filter { $0.hasPrefix(name + "-") }.map {
                    Self.connector(drm + $0, String($0.dropFirst(name.count + 1)))
                }, isFirmware: hasFirmware && driver.hasPrefix("vc4"))
        }
        let graphics = sys + "/class/graphics/"
        consoleRotation = Files.text(graphics + "fbcon/rotate")
        let blankTime = Files.text(sys + "/module/kernel/parameters/consoleblank").flatMap { Int64($0) }
        // Its type in the kernel is int.
        consoleBlankTime = blankTime.flatMap { (1...Int64(Int32.max)).contains($0) ? $0 : nil }
        framebuffers = Self.numbered(Files.names(in: graphics), "fb").map { name in
            let size = Files.text(graphics + name + "/virtual_size")?.split(separator: ",")
            return Framebuffer(
                path: "/dev/" + name, driver: Files.text(graphics + name + "/name") ?? "?",
                device: FileStatus(path: graphics + name + "/device")?.identity,
                virtualHeight: size?.last.flatMap { Int($0) } ?? 0)
        }
    }

    /// The framebuffer that the kernel emulates on a card.
    func framebuffer(of card: Card) -> Framebuffer? {
        framebuffers.first { $0.device != nil && $0.device == card.device }
    }

    /// The card that a framebuffer is emulated on.
    func card(of framebuffer: Framebuffer) -> Card? {
        cards.first { $0.device != nil && $0.device == framebuffer.device }
    }

    /// `card0`, `card1`, `card10`: in the order of their numbers.
    private static func numbered(_ names: [String], _ prefix: String) -> [String] {
        let numbers = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
        return numbers.sorted().map { prefix + String($0) }
    }

    private static func connector(_ folder: String, _ name: String) -> Connector {
        let isConnected = Files.text(folder + "/status") == "connected"
        return Connector(
            name: name, isConnected: isConnected,
            isEnabled: isConnected && Files.text(folder + "/enabled") != "disabled",
            power: isConnected ? Files.text(folder + "/dpms") ?? "On" : "Off")
    }

    private static func driver(_ device: String) -> String {
        guard let target = Files.linkTarget(device + "/driver") else { return "?" }
        return target.split(separator: "/").last.map(String.init) ?? "?"
    }
}
