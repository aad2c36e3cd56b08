internal import HUDSystem

/// A text file that an administrator wrote.
enum ConfigurationFile {
    /// The text of an ordinary file in UTF-8, at most 1 MiB.
    ///
    /// - Parameter what: what it is, for messages: "the theme".
    /// - Throws: `ConfigurationError.Kind.unreadable`, or `.invalid` where it is not UTF-8.
    static func text(_ path: String, _ what: String) throws(ConfigurationError) -> String {
        try textIfThere(path, what, mayBeMissing: false) ?? ""
    }

    /// The same; nil where there is no file of this name. A file that is there and cannot be read is an error: what it says
    /// would be ignored.
    static func textIfThere(
        _ path: String, _ what: String, mayBeMissing: Bool = true
    ) throws(ConfigurationError) -> String? {
        let bytes: [UInt8]
        do throws(WholeFileError) {
            bytes = try WholeFile.bytes(path)
        } catch {
            if mayBeMissing && error.isMissing { return nil }
            throw ConfigurationError(.unreadable, "\(what): \(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = 1 + bytes[..<UTF8Text.firstBadByte(bytes)].count { $0 == 0x0A }
            throw ConfigurationError(.invalid, "\(path), line \(line): is not UTF-8")
        }
        return text
    }
}
