/// What becomes of each input device while a HUD shows.
///
/// The first rule that takes a device decides. Otherwise power, sleep and lid keys and what has no keys, buttons or
/// touch pass, and the rest is treated as `policy` says; without that, scanners are held and all else is blocked.
public struct InputRules: Equatable, Sendable {
    /// Of devices that no rule takes; nil: what suits their kind.
    public var policy: InputPolicy?
    /// In the order in which they are asked.
    public var rules: [InputRule]

    /// Chords that are treated as other keys are.
    public var forbidden: Set<EscapeChord> = []

    /// What suits each kind, unless told otherwise.
    public init(policy: InputPolicy? = nil, rules: [InputRule] = [], forbidden: Set<EscapeChord> = []) {
        self.policy = policy
        self.rules = rules
        self.forbidden = forbidden
    }

    /// Nothing is held off.
    public var passesAll: Bool {
        policy == .pass && rules.allSatisfy { $0.policy == .pass }
    }

    /// What becomes of one device.
    struct Decision: Equatable, Sendable {
        let policy: InputPolicy
        /// In a few words: the rule, or "power key".
        let reason: String
        /// What is typed as scanners type is held though the rest is blocked.
        var isLearning = false

        /// What becomes of the device is the same, for whatever reason.
        func isSame(as other: Decision) -> Bool {
            policy == other.policy && isLearning == other.isLearning
        }
    }

    func decision(on node: InputNode) -> Decision {
        if let rule = rules.first(where: { $0.takes(node) }) {
            return Decision(policy: rule.policy, reason: "rule \(rule)")
        }
        if let reason = node.capabilities?.reasonToPass {
            return Decision(policy: .pass, reason: reason)
        }
        if let policy { return Decision(policy: policy, reason: "--input \(policy.rawValue)") }
        return switch node.kind {
        case .scanner: Decision(policy: .hold, reason: "a scanner")
        case .keyboard: Decision(policy: .block, reason: "keyboard", isLearning: true)
        default: Decision(policy: .block, reason: node.kind.name)
        }
    }
}
