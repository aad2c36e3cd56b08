internal import Glibc
internal import HUDSystem

/// An input device and what becomes of it while a HUD shows, for `hud doctor`.
public struct InputReport: Equatable, Sendable, CustomStringConvertible {
    /// The device node: "/dev/input/event3".
    public let path: String
    /// What the device calls itself.
    public let name: String
    /// What it is.
    public let kind: InputKind
    /// What becomes of it.
    public let outcome: Outcome
    /// Why, in a few words: the rule that took it, or "power key".
    public let reason: String
    /// Programs that read the hardware itself and are not held off: "/dev/hidraw0 is open in pos (812)".
    public let bypasses: [String]

    /// What becomes of a device.
    public enum Outcome: Equatable, Sendable {
        /// It is held off, and what it says is thrown away.
        case blocked
        /// It is held off, and what it says is said again afterwards.
        case held
        /// It is held off as soon as nothing on it is pressed; why no sooner, and what the user can do.
        case blockedWhenNeutral(String)
        /// It is left alone.
        case passes
        /// It should be held off and cannot be; why, and what the user can do.
        case unavailable(String)
    }

    /// Two lines, which device and what becomes of it; and one for each program that this does not concern. A name that
    /// holds a line break makes no line of its own.
    public var description: String {
        let lines =
            ["\(path): \(name) (\(kind))", "  -> \(verdict)"]
            + bypasses.map { "     but \($0), which is not held off" }
        return lines.map(MessageText.safe).joined(separator: "\n")
    }

    private var verdict: String {
        switch outcome {
        case .blocked: "held off while a HUD shows: \(reason)"
        case .held: "held off while a HUD shows, and delivered when it leaves: \(reason)"
        case .blockedWhenNeutral(let error): "held off while a HUD shows, once all keys are up: \(error)"
        case .passes: "passes: \(reason)"
        case .unavailable(let error): error
        }
    }
}

extension InputReport {
    init(_ node: InputNode, _ rules: InputRules) {
        let decision = rules.decision(on: node)
        path = node.path
        name = node.name
        kind = node.kind
        reason = decision.reason
        let raw = decision.policy == .pass ? [] : node.rawNodes
        bypasses = raw.compactMap { path in
            FileHolder(of: path).map { "\(path) is open in \($0.program) (\($0.processID))" }
        }
        if decision.policy == .pass {
            outcome = .passes
        } else if let error = node.error(for: R_OK) {
            outcome = .unavailable("cannot be opened: \(error)")
        } else if let error = node.error(for: W_OK) {
            outcome =
                decision.policy == .hold
                ? .unavailable("passes: what it says could not be delivered: \(error)")
                : .blockedWhenNeutral("cannot be written: \(error)")
        } else {
            outcome = decision.policy == .hold ? .held : .blocked
        }
    }
}
