/// A number as people of some language write it: in any script's digits, with a point or a comma, and perhaps with
/// thousands marked.
///
/// Text is a row of Unicode scalars, as `TerminalLine` hands it on.
struct WrittenNumber {
    /// Its value; infinite where it has too many digits.
    let value: Double
    /// Whether it has a decimal point or comma.
    let hasFraction: Bool
    /// Where it stands, its sign included.
    let range: Range<Int>

    /// The number that begins at `start`, perhaps with a sign.
    init?(in text: [Unicode.Scalar], from start: Int) {
        var first = start
        let isNegative = first < text.count && Self.isMinus(text[first])
        if isNegative || first < text.count && text[first] == "+" { first += 1 }
        var end = first
        while end < text.count, Self.isPart(text[end]) { end += 1 }
        // A mark that ends a sentence or a clause is not the number's.
        while end > first, Self.isMark(text[end - 1]) { end -= 1 }
        self.init(text, first..<end, isNegative, start..<end)
    }

    /// The number that ends before `end`, perhaps with a sign.
    init?(in text: [Unicode.Scalar], before end: Int) {
        var start = end
        while start > 0, Self.isPart(text[start - 1]) { start -= 1 }
        // Of "10%...20%" the points are not the number's; of ".5%" the point is.
        var marks = 0
        while start + marks < end, Self.isMark(text[start + marks]) { marks += 1 }
        if marks > 1 || start > 0 && !text[start - 1].isBlank { start += marks }
        let isNegative = start > 0 && Self.isMinus(text[start - 1]) && Self.isBoundary(text, start - 2)
        self.init(text, start..<end, isNegative, start - (isNegative ? 1 : 0)..<end)
    }

    private init?(
        _ text: [Unicode.Scalar], _ digits: Range<Int>, _ isNegative: Bool, _ range: Range<Int>
    ) {
        guard let (value, hasFraction) = Self.value(text[digits]) else { return nil }
        self.value = isNegative ? -value : value
        self.hasFraction = hasFraction
        self.range = range
    }

    /// One mark is the decimal's; of several the last is, if it differs from the others.
    private static func value(_ text: ArraySlice<Unicode.Scalar>) -> (Double, Bool)? {
        let marks = text.indices.filter { isMark(text[$0]) }
        guard marks.count < text.count else { return nil }
        var point = marks.last
        if let last = point, marks.count > 1 {
            let groups = marks.dropLast().map { text[$0] }
            guard Set(groups).count == 1 else { return nil }
            if groups[0] == text[last] {
                // Groups of three, or it is a version or a date.
                let bounds = marks + [text.endIndex]
                guard zip(bounds, bounds.dropFirst()).allSatisfy({ $1 - $0 == 4 }) else { return nil }
                point = nil
            }
        }
        var value = 0.0
        var scale = 1.0
        for index in text.indices {
            guard let digit = digit(text[index]) else { continue }
            if let point, index > point {
                if scale >= 1e12 { break }
                scale *= 10
            }
            value = value * 10 + Double(digit)
        }
        return (value / scale, point != nil)
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool { digit(scalar) != nil || isMark(scalar) }

    /// A decimal digit's value, in whichever script.
    static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return scalar >= "0" && scalar <= "9" ? Int(scalar.value) - 0x30 : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    /// Points and commas: ASCII's, Arabic, fullwidth.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", "\u{66B}", "\u{66C}", "\u{FF0E}", "\u{FF0C}": true
        default: false
        }
    }

    private static func isMinus(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2212}" }

    /// Whether a number may begin after, or end before, what stands at `index`: no letter of a script that has capitals,
    /// and no digit. Other scripts put numbers into their text without a space.
    static func isBoundary(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
        guard text.indices.contains(index) else { return true }
        let scalar = text[index]
        if scalar.isASCII {
            return
                !(("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
                || ("0"..."9").contains(scalar))
        }
        return !scalar.properties.isCased && digit(scalar) == nil
    }
}

extension Unicode.Scalar {
    /// Percent signs: ASCII's, Arabic, small, fullwidth.
    var isPercentSign: Bool {
        switch self {
        case "%", "\u{66A}", "\u{FE6A}", "\u{FF05}": true
        default: false
        }
    }

    /// Spaces of any width, the ones that break no line among them.
    var isBlank: Bool {
        self == " " || self == "\t" || !isASCII && properties.generalCategory == .spaceSeparator
    }

    /// Marks of the writing's direction, which are not seen.
    var isDirectionMark: Bool {
        switch value {
        case 0x61C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069: true
        default: false
        }
    }
}
