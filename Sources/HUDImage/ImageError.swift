/// Why a picture could not be read or written. `description` is one line that names the file.
public struct ImageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of failure it was, for code that chooses what to do next.
    public enum Kind: Equatable, Sendable {
        /// The file is not there, or may not be read.
        case unreadable
        /// The file was read, and is no PNG that can be used.
        case badData
        /// The file could not be written.
        case unwritable
    }

    /// What kind of failure it was.
    public let kind: Kind
    /// One line that names the file and says what to do.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
