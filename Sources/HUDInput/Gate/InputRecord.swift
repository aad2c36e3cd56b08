/// What became of one device, and of what it said, while the gate was closed.
///
/// Events are presses and releases of keys, and of what is held the movements too; not repeats, nor what only
/// structures the others.
public struct InputRecord: Equatable, Sendable {
    /// Where a device stands.
    public enum State: String, Sendable, CaseIterable {
        /// Not yet held off: it is waited for, or being opened.
        case waiting
        /// Held off: during the show, and afterwards while something on it is pressed or what was held is being delivered.
        case closed
        /// Let go.
        case open
        /// Unplugged.
        case gone
        /// Another program has it.
        case busy
        /// It cannot be held off.
        case failed
    }

    /// The device node: "/dev/input/event3".
    public let path: String
    /// What the device calls itself.
    public let name: String
    /// What it is; a keyboard that typed as scanners do is a scanner.
    public var kind: InputKind
    /// What becomes of what it says.
    public let policy: InputPolicy
    /// Why, in a few words: the rule that took it, or "keyboard".
    public let reason: String
    /// Where it stands.
    public var state = State.waiting
    /// Events that only the gate heard and that were thrown away.
    public var discarded = 0
    /// Events that only the gate heard and that were kept.
    public var held = 0
    /// Of these, what was delivered.
    public var replayed = 0
    /// Scans that could not be kept, or not delivered, or not in one piece.
    public var lost = 0
    /// How often the kernel had no room for what the device said: some of it was never heard.
    public var overflows = 0
    /// Keys that were pressed while the kernel was giving the device back: programs that read it have heard them and the
    /// console perhaps not, or no reader has heard them go down.
    public var halfHeard = 0

    /// Nothing has happened yet.
    public init(path: String, name: String, kind: InputKind, policy: InputPolicy, reason: String) {
        self.path = path
        self.name = name
        self.kind = kind
        self.policy = policy
        self.reason = reason
    }
}
