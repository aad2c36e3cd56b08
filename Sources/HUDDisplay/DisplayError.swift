/// Why a display cannot be used, in words for whoever stands in front of it.
public struct DisplayError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: Equatable, Sendable {
        /// There is no display, or none that can be used.
        case noDisplay
        /// Somebody else has it now.
        case busy
        /// The caller may not.
        case notPermitted
        /// It failed while in use, or it has gone.
        case failed
    }

    public let kind: Kind
    /// What failed, on what, and what the user can do; one line.
    public let description: String

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
