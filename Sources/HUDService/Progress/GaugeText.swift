/// The lines that drive a progress, those of dialog's gauge among them: between two lines `XXX` a number, and a text of as
/// many lines as it likes.
struct GaugeText {
    /// What numbers without a sign are parts of; nil: a hundred, or 1 where they have a point.
    let total: Double?
    /// The lines since the first `XXX`; nil outside.
    private var block: [[Unicode.Scalar]]?

    /// A block has begun and not ended.
    var isInBlock: Bool { block != nil }

    init(total: Double?) {
        self.total = total
    }

    /// What a line says; nil where there is nothing to understand. A line inside a block says nothing yet.
    mutating func take(_ line: [Unicode.Scalar]) -> ProgressLine? {
        let isMark =
            line.split(whereSeparator: \.isBlank).map { String(String.UnicodeScalarView($0)) } == ["XXX"]
        guard var lines = block else {
            if !isMark { return ProgressLine(line, total: total) }
            block = []
            return ProgressLine()
        }
        if isMark { return end() }
        // One that has no end is not kept for ever.
        if lines.count < 64 { lines.append(line) }
        block = lines
        return ProgressLine()
    }

    /// What a block says that ends now; nil outside.
    mutating func end() -> ProgressLine? {
        guard let lines = block else { return nil }
        block = nil
        var result = ProgressLine()
        var text = lines[...]
        if let first = lines.first, let value = ProgressLine(first, total: total), value.part != nil,
            value.label == nil
        {
            result.part = value.part
            text = text.dropFirst()
        }
        if !text.isEmpty {
            result.label = ProgressLine.label(Array(text.joined(separator: ["\n"]))[...], hasEscapes: true)
        }
        return result
    }
}
