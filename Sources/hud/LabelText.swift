/// What a label may hold.
enum LabelText {
    /// The text, if there is nothing in it that nobody can see: a control character comes from a program that sends
    /// something else than was meant. Line breaks and tabs are no fault.
    static func checked(_ text: String) throws(Failure) -> String {
        var offset = 0
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let previous = last, previous == "\r", scalar != "\n" { throw failure(previous, offset - 1) }
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: break
            case ..<0x20, 0x7F..<0xA0: throw failure(scalar, offset)
            default: break
            }
            offset += UTF8.width(scalar)
            last = scalar
        }
        if last == "\r" { throw failure("\r", offset - 1) }
        return text
    }

    private static func failure(_ scalar: Unicode.Scalar, _ offset: Int) -> Failure {
        let number = String(scalar.value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: 4 - number.count) + number
        return Failure(
            ExitCode.badData,
            "the text holds a control character: \(name) at offset \(offset); line breaks and tabs are allowed"
        )
    }
}
