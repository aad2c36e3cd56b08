/// What a label may hold.
public enum LabelText {
    /// The text, if it holds no control character: such a text comes from a program that sends something else than was
    /// meant. Line breaks and tabs are allowed.
    ///
    /// - Throws: `ConfigurationError.Kind.badText`, which says where the character stands.
    public static func checked(_ text: String) throws(ConfigurationError) -> String {
        var offset = 0
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let previous = last, previous == "\r", scalar != "\n" { throw error(previous, offset - 1) }
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: break
            case ..<0x20, 0x7F..<0xA0: throw error(scalar, offset)
            default: break
            }
            offset += UTF8.width(scalar)
            last = scalar
        }
        if last == "\r" { throw error("\r", offset - 1) }
        return text
    }

    private static func error(_ scalar: Unicode.Scalar, _ offset: Int) -> ConfigurationError {
        let number = String(scalar.value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: 4 - number.count) + number
        return ConfigurationError(
            .badText,
            "the text holds a control character: \(name) at offset \(offset); line breaks and tabs are allowed"
        )
    }
}
