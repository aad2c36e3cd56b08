/// How far a program has come, by a line that it prints for people.
///
/// A percentage counts if it is one of progress: `42% done, cpu 97%` is 42. Where there is none, a share of a whole does
/// (`[12/345]`, `8.8/16.9 MB`, `3 of 7`), then curl's table, then a line that is nothing but a number, until a line of
/// another kind has come. After APT's first status line nothing else counts.
package struct PrintedProgress {
    /// A line has had more than a bare number.
    private var hasMarks = false
    /// There has been a status line, which is written for programs: what is printed for people is none beside.
    private var hasStatus = false

    /// Nothing printed yet.
    package init() {}

    /// How far it has come (0...1) by a line that `TerminalLine` handed on; nil where the line does not say.
    package mutating func part(in line: [Unicode.Scalar]) -> Double? {
        guard line.contains(where: { WrittenNumber.digit($0) != nil }) else { return nil }
        if let part = PrintedProgress.statusLine(line) {
            hasStatus = true
            return part
        }
        if hasStatus { return nil }
        if let part = PrintedProgress.marked(in: line) {
            hasMarks = true
            return part
        }
        if hasMarks { return nil }
        return PrintedProgress.bareNumber(line)
    }

    /// The same for what can be nothing else than a progress.
    package static func marked(in line: [Unicode.Scalar]) -> Double? {
        let line = line.contains { !$0.isASCII } ? line.filter { !$0.isDirectionMark } : line
        return statusLine(line) ?? percentage(line) ?? share(line) ?? table(line)
    }

    // MARK: - Percentages

    private struct Percentage {
        var value: Double
        /// Number and sign.
        var range: Range<Int>
        var isPreferred = false
    }

    private static func percentage(_ line: [Unicode.Scalar]) -> Double? {
        guard line.contains(where: \.isPercentSign), !isRatio(line) else { return nil }
        var found: [Percentage] = []
        for index in line.indices where line[index].isPercentSign {
            guard var next = percentage(line, at: index), !next.value.isNaN else { continue }
            let (before, after) = (
                word(line, before: next.range.lowerBound), word(line, after: next.range.upperBound)
            )
            if Words.notBefore.contains(before) || Words.notAfter.contains(after.word) { continue }
            if after.word == "of", Words.notOf.contains(word(line, after: after.end).word) { continue }
            next.isPreferred = Words.before.contains(before) || Words.after.contains(after.word)
            found.append(next)
        }
        let preferred = found.first(where: \.isPreferred)
        return (preferred ?? found.first.map { last(of: found, after: $0, line) }).map {
            limited($0.value / 100)
        }
    }

    /// The percentage of the sign at `index`: its number is before it, or behind it as in Turkish.
    private static func percentage(_ line: [Unicode.Scalar], at index: Int) -> Percentage? {
        var end = index
        while end > 0, index - end < 3, line[end - 1].isBlank { end -= 1 }
        if let number = WrittenNumber(in: line, before: end) {
            let isWord =
                !WrittenNumber.isBoundary(line, number.range.lowerBound - 1)
                || !WrittenNumber.isBoundary(line, index + 1)
            // Of a file's name, "50%.txt".
            let isName =
                index + 1 < line.count && line[index + 1] == "." && !WrittenNumber.isBoundary(line, index + 2)
                && WrittenNumber.digit(line[index + 2]) == nil
            return isWord || isName
                ? nil : Percentage(value: number.value, range: number.range.lowerBound..<index + 1)
        }
        guard let number = WrittenNumber(in: line, from: index + 1), number.range.lowerBound == index + 1,
            WrittenNumber.isBoundary(line, index - 1), WrittenNumber.isBoundary(line, number.range.upperBound)
        else { return nil }
        return Percentage(value: number.value, range: index..<number.range.upperBound)
    }

    /// A line that grows as "10%..20%..30%" means its last one.
    private static func last(of all: [Percentage], after first: Percentage, _ line: [Unicode.Scalar])
        -> Percentage
    {
        var last = first
        for next in all where next.range.lowerBound >= last.range.upperBound {
            let between = line[last.range.upperBound..<next.range.lowerBound]
            guard between.allSatisfy({ ".\u{2026}-=>#|".unicodeScalars.contains($0) || $0.isBlank }) else {
                break
            }
            last = next
        }
        return last
    }

    /// "19.1 MiB => 5.75 MiB" says how much smaller something is made.
    private static func isRatio(_ line: [Unicode.Scalar]) -> Bool {
        line.indices.dropFirst().dropLast(2).contains {
            line[$0] == "=" && line[$0 + 1] == ">" && line[$0 - 1] == " " && line[$0 + 2] == " "
        }
    }

    // MARK: - Shares of a whole

    private static func share(_ line: [Unicode.Scalar]) -> Double? {
        for index in line.indices {
            if line[index] == "/", let part = share(line, index..<index + 1) { return part }
            if line[index] == "o", index + 1 < line.count, line[index + 1] == "f", index > 0,
                line[index - 1].isBlank,
                let part = share(line, index..<index + 2)
            {
                return part
            }
        }
        return nil
    }

    /// The share whose two numbers stand on either side of `mark`.
    private static func share(_ line: [Unicode.Scalar], _ mark: Range<Int>) -> Double? {
        let isSlash = mark.count == 1
        var before = skipped(line, mark.lowerBound, by: -1)
        let leftUnit = word(line, before: before)
        if !leftUnit.isEmpty { before = skipped(line, before - leftUnit.unicodeScalars.count, by: -1) }
        let after = skipped(line, mark.upperBound, by: 1)
        guard leftUnit.isEmpty || Words.units.contains(leftUnit),
            let done = WrittenNumber(in: line, before: before),
            let all = WrittenNumber(in: line, from: after),
            done.value >= 0, all.value > 0, done.value <= all.value, all.value.isFinite
        else { return nil }
        let (start, end) = (done.range.lowerBound, all.range.upperBound)
        let (left, right) = (skipped(line, start, by: -1), skipped(line, end, by: 1))
        func character(_ index: Int) -> Unicode.Scalar? { line.indices.contains(index) ? line[index] : nil }
        guard WrittenNumber.isBoundary(line, start - 1), character(start - 1) != "/", character(end) != "/"
        else {
            return nil
        }
        let part = done.value / all.value
        let rightUnit = word(line, after: end)
        if Words.units.contains(rightUnit.word), character(rightUnit.end) != "/" { return part }
        guard WrittenNumber.isBoundary(line, end) else { return nil }
        if !isSlash { return all.value > 1 ? part : nil }
        let isInBrackets = character(left - 1).map { "[(".unicodeScalars.contains($0) } ?? false
        if isInBrackets, character(right).map({ "])".unicodeScalars.contains($0) }) ?? false { return part }
        return character(left - 1) == ":" && right == line.count ? part : nil
    }

    private static func skipped(_ line: [Unicode.Scalar], _ index: Int, by step: Int) -> Int {
        var index = index
        while step > 0 ? index < line.count && line[index].isBlank : index > 0 && line[index - 1].isBlank {
            index += step
        }
        return index
    }

    // MARK: - Lines of certain programs

    /// "pmstatus:hello:40.0000:Installing hello", as APT writes to its Status-Fd.
    private static func statusLine(_ line: [Unicode.Scalar]) -> Double? {
        guard line.count > 9, line[2...].starts(with: "status:".unicodeScalars),
            line[0] == "p" || line[0] == "d"
        else { return nil }
        let fields = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count == 4, let number = whole(fields[2]) else { return nil }
        return limited(number / 100)
    }

    /// A row of curl's table: the first of its twelve columns is the percentage of all.
    private static func table(_ line: [Unicode.Scalar]) -> Double? {
        let columns = line.split(whereSeparator: \.isBlank)
        guard columns.count == 12, columns[8...10].allSatisfy({ $0.contains(":") }),
            let number = whole(columns[0]), number <= 100, whole(columns[2]) != nil, whole(columns[4]) != nil
        else { return nil }
        return number / 100
    }

    /// A line that is nothing but a number up to a hundred, as `pv -n` prints.
    private static func bareNumber(_ line: [Unicode.Scalar]) -> Double? {
        let words = line.split(whereSeparator: \.isBlank)
        guard words.count == 1, let number = whole(words[0]), number <= 100 else { return nil }
        return number / 100
    }

    private static func whole(_ text: ArraySlice<Unicode.Scalar>) -> Double? {
        let text = Array(text)
        guard let number = WrittenNumber(in: text, from: 0), number.range == 0..<text.count, number.value >= 0
        else { return nil }
        return number.value
    }

    private static func limited(_ part: Double) -> Double { min(max(part, 0), 1) }
}
