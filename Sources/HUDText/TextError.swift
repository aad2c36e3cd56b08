/// Why a font cannot be used. `description` is one line that names the file.
public struct TextError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of failure it was, for code that chooses what to do next.
    public enum Kind: Equatable, Sendable {
        /// The file is not there, or may not be read.
        case unreadable
        /// The file was read, and is no font with outlines.
        case notAFont
        /// FreeType or HarfBuzz could not start: memory is short.
        case unavailable
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
