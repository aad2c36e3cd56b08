/// One line of what drives a progress: how far something has come, what it is called, or that it is over.
///
/// ```
/// 42              42 of a hundred
/// 42% Copying     the same, and a label
/// 0.42            a part: with a point or a comma, and not above 1
/// 13/40           13 of 40
/// # Copying       a label alone, as zenity is told
/// PROGRESS 42     as psplash is told
/// MSG Copying     likewise: a label alone
/// QUIT            it is over
/// ```
///
/// Any other line that a program prints for people counts if there is a percentage or a share of a whole in it
/// (`PrintedProgress`); it changes no label.
package struct ProgressLine: Equatable, Sendable {
    /// How far, 0...1; nil where the line does not say.
    package var part: Double?
    /// What it is called; nil where the line does not say.
    package var label: String?
    /// It is over.
    package var isLast = false

    /// Understands a line without its end; nil where there is nothing to understand. `total` is what numbers without a
    /// sign are parts of; nil: a hundred, or 1 where they have a point.
    package init?(_ line: some StringProtocol, total: Double? = nil) {
        self.init(Array(line.unicodeScalars), total: total)
    }

    /// Nothing said.
    init() {}

    init?(_ line: [Unicode.Scalar], total: Double? = nil) {
        let text = line.drop { $0.isBlank || $0 == "\u{FEFF}" }
        let (first, rest) = ProgressLine.split(text)
        switch String(first) {
        case "QUIT":
            isLast = true
        case "MSG":
            label = ProgressLine.label(rest)
        case "PROGRESS":
            guard let value = Value(Array(rest), total) else { return nil }
            // psplash fills its bar from the other end for a number below 0.
            part = value.isNegative ? Value(Array(rest.dropFirst()), total)?.part : value.part
            label = value.label.isEmpty ? nil : value.label
        default:
            if first.first == "#" {
                label = ProgressLine.label(text.dropFirst().drop(while: \.isBlank), hasEscapes: true)
            } else if let value = Value(Array(text), total) {
                part = value.part
                label = value.label.isEmpty ? nil : value.label
            } else if let part = PrintedProgress.marked(in: line) {
                self.part = part
            } else {
                return nil
            }
        }
    }

    /// The first word, and what follows it.
    private static func split(_ text: ArraySlice<Unicode.Scalar>) -> (
        String.UnicodeScalarView, ArraySlice<Unicode.Scalar>
    ) {
        let word = text.prefix { !$0.isBlank }
        return (String.UnicodeScalarView(word), text[word.endIndex...].drop(while: \.isBlank))
    }

    /// A text as a label: what a program prints into it by mistake is not drawn as boxes. `hasEscapes`: `\n` is a line
    /// break.
    static func label(_ text: ArraySlice<Unicode.Scalar>, hasEscapes: Bool = false) -> String {
        var text = text
        while let last = text.last, last.isBlank || last == "\n" { text.removeLast() }
        var label = String.UnicodeScalarView()
        var index = text.startIndex
        while index < text.endIndex {
            let scalar = text[index]
            index += 1
            if hasEscapes, scalar == "\\", index < text.endIndex, text[index] == "n" {
                label.append("\n")
                index += 1
            } else {
                let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
                label.append(isControl ? " " : scalar)
            }
        }
        return String(label)
    }
}

/// What a line begins with that begins with a number.
private struct Value {
    let part: Double
    let isNegative: Bool
    let label: String

    init?(_ marked: [Unicode.Scalar], _ total: Double?) {
        let text = marked.filter { !$0.isDirectionMark }
        func blanks(from index: Int) -> Int { text[index...].prefix(while: \.isBlank).count }
        let isPrefixed = text.first?.isPercentSign ?? false
        guard let number = WrittenNumber(in: text, from: isPrefixed ? 1 : 0) else { return nil }
        var end = number.range.upperBound
        let afterBlanks = end + blanks(from: end)
        var part: Double
        if isPrefixed {
            part = number.value / 100
        } else if afterBlanks < text.count, text[afterBlanks].isPercentSign {
            end = afterBlanks + 1
            part = number.value / 100
        } else if afterBlanks < text.count, text[afterBlanks] == "/" {
            let start = afterBlanks + 1
            guard let all = WrittenNumber(in: text, from: start + blanks(from: start)) else { return nil }
            end = all.range.upperBound
            // Nothing of nothing is all of it.
            part = all.value == 0 ? 1 : number.value / all.value
        } else {
            // Of "32,768   0%" the second is meant.
            if afterBlanks > end, Value.isPercentage(text[afterBlanks...]) { return nil }
            let isPart = number.hasFraction && number.value <= 1
            part = total.map { number.value / $0 } ?? (isPart ? number.value : number.value / 100)
        }
        if part.isNaN { return nil }
        // A colon or a bar between the value and its label is neither's.
        if end < text.count, ":,;|".unicodeScalars.contains(text[end]) { end += 1 }
        let isClear =
            end > number.range.upperBound && text.indices.contains(end) && text[end] != "/"
            && WrittenNumber.isBoundary(text, end)
        guard end == text.count || text[end].isBlank || isClear else { return nil }
        self.part = min(max(part, 0), 1)
        isNegative = number.value < 0
        // The label keeps its marks of direction.
        var count = 0
        let start = marked.firstIndex { scalar in
            if !scalar.isDirectionMark { count += 1 }
            return count > end
        }
        label = ProgressLine.label(marked[(start ?? marked.count)...].drop(while: \.isBlank))
    }

    /// Whether a text begins with a percentage.
    private static func isPercentage(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        let text = Array(text)
        guard let number = WrittenNumber(in: text, from: 0) else { return false }
        return text[number.range.upperBound...].drop(while: \.isBlank).first?.isPercentSign ?? false
    }
}
