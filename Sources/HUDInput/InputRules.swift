/// What becomes of each input device while a HUD shows.
///
/// The first rule that takes a device decides. Otherwise power, sleep and lid keys and what has no keys, buttons or
/// touch pass, and the rest is treated as `policy` says; without that, scanners are held and all else is blocked.
public struct InputRules: Equatable, Sendable {
    /// Of devices that no rule takes; nil: what suits their kind.
    public var policy: InputPolicy?
    /// In the order in which they are asked.
    public var rules: [InputRule]

    /// What suits each kind, unless told otherwise.
    public init(policy: InputPolicy? = nil, rules: [InputRule] = []) {
        self.policy = policy
        self.rules = rules
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
    }

    func decision(on node: InputNode) -> Decision {
        if let rule = rules.first(where: { $0.takes(node) }) {
            return Decision(policy: rule.policy, reason: "rule \(rule)")
        }
        if let reason = node.capabilities?.reasonToPass {
            return Decision(policy: .pass, reason: reason)
        }
        if let policy { return Decision(policy: policy, reason: "--input \(policy.rawValue)") }
        return node.kind == .scanner
            ? Decision(policy: .hold, reason: "a scanner")
            : Decision(policy: .block, reason: "\(node.kind.name)")
    }
}
