import KioskHUD

/// How option values are written.
enum Values {
    /// "600ms", "0.6s" or "2s" in nanoseconds; at most a day.
    static func time(_ text: String) -> Int64? {
        let (number, unit) =
            text.hasSuffix("ms")
            ? (text.dropLast(2), 1e6) : text.hasSuffix("s") ? (text.dropLast(), 1e9) : ("", 0)
        guard let value = decimal(number), value * unit <= 86_400e9 else { return nil }
        return Int64((value * unit).rounded())
    }

    /// A number of pixels per point, 1 to 8.
    static func scale(_ text: String) -> Double? {
        decimal(text[...]).flatMap { Theme.scales ~= $0 ? $0 : nil }
    }

    /// A number of lines, 1 to 9.
    static func lines(_ text: String) -> Int? {
        text.utf8.count == 1 ? Int(text).flatMap { 1...9 ~= $0 ? $0 : nil } : nil
    }

    /// The number of a descriptor that is not a standard stream.
    static func descriptor(_ text: String) -> Int32? {
        text.allSatisfy(\.isNumber) ? Int32(text).flatMap { $0 > 2 ? $0 : nil } : nil
    }

    /// "1280x800".
    static func size(_ text: String) -> Size? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            1...16_384 ~= width, 1...16_384 ~= height
        else { return nil }
        return Size(width: width, height: height)
    }

    /// "#rrggbb".
    static func color(_ text: String) -> Color? {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        return Color(
            red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }

    /// Digits with at most one point: no sign, no exponent, no "nan".
    private static func decimal(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }) else { return nil }
        return Double(text)
    }
}
