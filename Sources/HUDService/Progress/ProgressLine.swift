/// One line of what drives a progress: how far something has come, what it is called, or that it is over.
///
/// ```
/// 42              42 of a hundred
/// 42% Copying     the same, and a label
/// 0.42            a part: with a point, and not above 1
/// 13/40           13 of 40
/// PROGRESS 42     as psplash is told
/// MSG Copying     likewise: a label alone
/// QUIT            it is over
/// ```
public struct ProgressLine: Equatable, Sendable {
    /// How far, 0...1; nil where the line does not say.
    public var part: Double?
    /// What it is called; nil where the line does not say.
    public var label: String?
    /// It is over.
    public var isLast = false

    /// Understands a line without its end; nil where there is nothing to understand. `total` is what numbers without a
    /// sign are parts of; nil: a hundred, or 1 where they have a point.
    public init?(_ line: some StringProtocol, total: Double? = nil) {
        let (first, rest) = ProgressLine.split(line.drop { $0.isWhitespace })
        switch first {
        case "QUIT":
            isLast = true
        case "MSG":
            label = ProgressLine.clean(rest)
        case "PROGRESS":
            let (number, more) = ProgressLine.split(rest)
            guard let part = ProgressLine.part(number, total) else { return nil }
            self.part = part
            label = more.isEmpty ? nil : ProgressLine.clean(more)
        default:
            guard let part = ProgressLine.part(first, total) else { return nil }
            self.part = part
            label = rest.isEmpty ? nil : ProgressLine.clean(rest)
        }
    }

    /// The first word, and what follows it.
    private static func split(_ text: some StringProtocol) -> (Substring, Substring) {
        let text = Substring(text)
        let word = text.prefix { !$0.isWhitespace }
        var rest = text[word.endIndex...].drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return (word, rest)
    }

    private static func part(_ text: Substring, _ total: Double?) -> Double? {
        if text.last == "%" { return number(text.dropLast()).map { limited($0 / 100) } }
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        if sides.count == 2 {
            guard let done = number(sides[0]), let all = number(sides[1]) else { return nil }
            // Nothing of nothing is all of it.
            return all == 0 ? 1 : limited(done / all)
        }
        guard let number = number(text) else { return nil }
        if let total { return limited(number / total) }
        return limited(text.contains(".") && number <= 1 ? number : number / 100)
    }

    private static func limited(_ part: Double) -> Double { min(max(part, 0), 1) }

    /// Digits with at most one point, and perhaps a sign: no exponent, no "nan".
    private static func number(_ text: Substring) -> Double? {
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
        guard digits.contains(where: \.isASCIIDigit),
            digits.allSatisfy({ $0.isASCIIDigit || $0 == "." })
        else { return nil }
        return Double(text)
    }

    /// What a program prints into a label by mistake is not drawn as boxes.
    private static func clean(_ text: Substring) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
