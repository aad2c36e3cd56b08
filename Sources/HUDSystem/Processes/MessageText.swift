/// Text that others wrote (file names, names of devices and processes, a program's output) as part of a message.
package enum MessageText {
    /// The text as it may go to a terminal, on one line: a control character, and one that turns text round or breaks a
    /// line, is written as a shell's `$'...'` and printf(1) take it.
    package static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The same for text of several lines.
    package static func safeLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { safe(String($0)) }
            .joined(separator: "\n")
    }

    /// Whether a terminal might do something else than show it.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0: true
        // Direction marks, overrides and isolates; separators of lines and paragraphs.
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        // The byte order mark, annotations, tags.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case ..<0x80: "\\x" + digits(scalar, 2)
        case ..<0x10000: "\\u" + digits(scalar, 4)
        default: "\\U" + digits(scalar, 8)
        }
    }

    private static func digits(_ scalar: Unicode.Scalar, _ count: Int) -> String {
        let number = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, count - number.count)) + number
    }
}
