/// Why a display cannot be used, in words for the user in front of it.
public struct DisplayError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What the user can do about it depends on this.
    public enum Kind: Equatable, Sendable {
        /// There is no display, or none that can be used.
        case noDisplay
        /// Another program has it now.
        case busy
        /// The caller may not.
        case notPermitted
        /// It failed while in use, or it has gone.
        case failed
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// What failed, on what, and what the user can do; one line.
    public let description: String

    /// An error with a line for the user.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
