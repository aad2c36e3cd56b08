/// What a gate is told when it is made.
struct GateSettings: Sendable {
    /// How long a key that is held down is waited for at the end, in nanoseconds.
    let settle: Int64
    let rules: InputRules
    var folders = InputNode.Folders()
}
