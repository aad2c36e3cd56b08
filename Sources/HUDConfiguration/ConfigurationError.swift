/// Why something that a user or an administrator wrote cannot be used. `description` is one line for the user.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of failure it was, for code that chooses what to do next.
    public enum Kind: Equatable, Sendable {
        /// A file is not there, or cannot be read.
        case unreadable
        /// A file was read, and something in it is wrong.
        case invalid
        /// A text holds what cannot be shown.
        case badText
    }

    /// What kind of failure it was.
    public let kind: Kind
    /// One line: where, what is wrong, and what would be right.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
