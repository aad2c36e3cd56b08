package import HUDPixels

/// How values are written, in themes and on command lines.
package enum Notation {
    /// Digits with at most one point: no sign, no exponent, no "nan".
    package static func decimal(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }) else { return nil }
        return Double(text)
    }

    /// "600ms", "0.6s" or "2s" in nanoseconds; at most a day.
    package static func time(_ text: String) -> Int64? {
        let (number, unit) =
            text.hasSuffix("ms")
            ? (text.dropLast(2), 1e6) : text.hasSuffix("s") ? (text.dropLast(), 1e9) : ("", 0)
        guard let value = decimal(number), value * unit <= 86_400e9 else { return nil }
        return Int64((value * unit).rounded())
    }

    /// "#rgb", "#rrggbb" or "#rrggbbaa".
    package static func color(_ text: String) -> Color? {
        let digits = Array(text.utf8.dropFirst())
        guard text.utf8.first == 0x23, [3, 6, 8].contains(digits.count) else { return nil }
        var channels: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: digits.count == 3 ? 1 : 2) {
            guard let high = nibble(digits[index]),
                let low = nibble(digits.count == 3 ? digits[index] : digits[index + 1])
            else { return nil }
            channels.append(high << 4 | low)
        }
        return Color(
            red: channels[0], green: channels[1], blue: channels[2],
            alpha: channels.count > 3 ? channels[3] : 255)
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    /// As `decimal` reads it, and with a sign.
    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
    }

    /// As `time` reads it.
    static func text(time: Int64) -> String {
        time % 1_000_000_000 == 0 && time > 0
            ? "\(time / 1_000_000_000)s" : text(Double(time) / 1e6) + "ms"
    }

    /// As `color` reads it.
    static func text(_ color: Color) -> String {
        let channels =
            [color.red, color.green, color.blue] + (color.alpha == 255 ? [] : [color.alpha])
        return channels.reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
