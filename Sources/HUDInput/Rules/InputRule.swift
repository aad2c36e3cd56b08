internal import CLinux
internal import Glibc
internal import HUDSystem

/// Which devices are treated how: `POLICY:KEY=VALUE[,KEY=VALUE]...`, as in "hold:name=Honeywell*,bus=usb".
///
/// A device is taken when it meets every condition. Values are patterns as a shell's (`*`, `?`, `[...]`), and case
/// does not matter in them; a comma is written as `?`.
public struct InputRule: Equatable, Sendable, CustomStringConvertible {
    /// What becomes of the devices that it takes.
    public let policy: InputPolicy
    /// As it was written.
    public let description: String
    private let conditions: [Condition]

    /// What a condition looks at.
    private enum Key: String, CaseIterable {
        /// "keyboard", "scanner", "touch", "pointer", "other".
        case kind
        /// What the device calls itself.
        case name
        /// "usb", "bluetooth", "virtual", "i8042", or four hexadecimal digits.
        case bus
        /// Four hexadecimal digits.
        case vendor
        case product
        /// /dev/input/event3, or one of the names in by-id and by-path.
        case path
        /// What udev knows of it: KEY=VALUE.
        case udev
    }

    private struct Condition: Equatable {
        let key: Key
        let pattern: String
    }

    /// The rule in `text`; nil where it is none.
    public init?(_ text: String) {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let policy = InputPolicy(rawValue: String(halves[0])) else { return nil }
        var conditions: [Condition] = []
        for part in halves[1].split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let key = Key(rawValue: String(pair[0])) else { return nil }
            let condition = Condition(key: key, pattern: String(pair[1]))
            guard Self.canMatch(condition) else { return nil }
            conditions.append(condition)
        }
        self.policy = policy
        self.conditions = conditions
        description = text
    }

    /// A rule that never takes anything is a mistake in writing.
    private static func canMatch(_ condition: Condition) -> Bool {
        let pattern = condition.pattern
        if pattern.contains(where: { "*?[".contains($0) }) { return true }
        func isNumber(_ text: String) -> Bool { text.utf8.count == 4 && text.allSatisfy(\.isHexDigit) }
        return switch condition.key {
        case .kind: InputKind.allCases.contains { $0.name == pattern.lowercased() }
        case .bus: isNumber(pattern) || buses.values.contains(pattern.lowercased())
        case .vendor, .product: isNumber(pattern)
        case .path: pattern.hasPrefix("/")
        case .udev: pattern.contains("=")
        case .name: true
        }
    }

    /// Whether it takes the device.
    func takes(_ node: InputNode) -> Bool {
        conditions.allSatisfy { condition in
            candidates(condition.key, node).contains { fnmatch(condition.pattern, $0, 1 << 4) == 0 }
        }
    }

    /// The texts of which one has to match. (1 << 4 above is FNM_CASEFOLD, which needs _GNU_SOURCE.)
    private func candidates(_ key: Key, _ node: InputNode) -> [String] {
        switch key {
        case .kind: [node.kind.name]
        case .name: [node.name]
        case .bus: [node.identity.bus] + (Self.buses[node.identity.bus].map { [$0] } ?? [])
        case .vendor: [node.identity.vendor]
        case .product: [node.identity.product]
        case .path: [node.path] + node.links
        case .udev: node.properties
        }
    }

    /// The buses that have names (linux/input.h).
    private static let buses = [
        "0003": "usb", "0005": "bluetooth", "0006": "virtual", "0011": "i8042", "0018": "i2c",
        "0019": "host", "001c": "spi",
    ]
}

extension InputKind {
    /// As rules name it.
    var name: String { String(describing: self) }
}
