import HUDScene
import KioskHUD

/// How option values are written.
enum Values {
    /// A number of pixels per point, 1 to 8.
    static func scale(_ text: String) -> Double? {
        Notation.decimal(text).flatMap { Theme.scales ~= $0 ? $0 : nil }
    }

    /// A number of lines, 1 to 9.
    static func lines(_ text: String) -> Int? {
        text.utf8.count == 1 ? Int(text).flatMap { 1...9 ~= $0 ? $0 : nil } : nil
    }

    /// "1280x800".
    static func size(_ text: String) -> Size? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            1...16_384 ~= width, 1...16_384 ~= height
        else { return nil }
        return Size(width: width, height: height)
    }

    /// "#rgb" or "#rrggbb".
    static func color(_ text: String) -> Color? {
        text.utf8.count > 7 ? nil : Notation.color(text)
    }

    /// How far something has come, 0...1: "42", "42%", "0.42", "13/40". Whole numbers are per cent; a number with a
    /// point is a part up to 1, and per cent beyond. What is more than all of it is all of it.
    static func progress(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let done = Notation.decimal(parts[0]), let all = Notation.decimal(parts[1]), all > 0
            else { return nil }
            return min(done / all, 1)
        }
        let isPercent = text.hasSuffix("%")
        guard let number = Notation.decimal(isPercent ? text.dropLast() : text[...]) else { return nil }
        let isPart = !isPercent && text.contains(".") && number <= 1
        return isPart ? number : min(number / 100, 1)
    }
}
