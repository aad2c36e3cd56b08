internal import Glibc

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

    /// What becomes of a device.
    public enum Outcome: Equatable, Sendable {
        /// It is held off.
        case heldOff
        /// It is held off as soon as nothing on it is pressed; why no sooner, and what the user can do.
        case heldOffWhenNeutral(String)
        /// It is left alone; why, in a few words: "power key".
        case passes(String)
        /// It should be held off and cannot be; why, and what the user can do.
        case unavailable(String)
    }

    /// Two lines: which device, and what becomes of it.
    public var description: String { "\(path): \(name) (\(kind))\n  -> \(verdict)" }

    private var verdict: String {
        switch outcome {
        case .heldOff: "held off while a HUD shows"
        case .heldOffWhenNeutral(let reason): "held off while a HUD shows, once all keys are up: \(reason)"
        case .passes(let reason): "passes: \(reason)"
        case .unavailable(let reason): reason
        }
    }
}

extension InputReport {
    init(_ node: InputNode) {
        path = node.path
        name = node.name
        kind = node.kind
        if let reason = node.capabilities?.reasonToPass {
            outcome = .passes(reason)
        } else if let error = node.error(for: R_OK) {
            outcome = .unavailable("cannot be opened: \(error)")
        } else if let error = node.error(for: W_OK) {
            outcome = .heldOffWhenNeutral("cannot be written: \(error)")
        } else {
            outcome = .heldOff
        }
    }
}
