/// A theme that cannot be used: where, what is wrong, and what would be right.
public struct ThemeError: Error, Equatable, CustomStringConvertible {
    /// What the file is called.
    public let file: String
    /// Counted from 1.
    public let line: Int
    /// What is wrong there.
    public let fault: String

    /// One line for the user.
    public var description: String { "\(file), line \(line): \(fault)" }
}
