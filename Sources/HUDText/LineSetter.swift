/// Sets single lines: says which face, script and direction each part has, shapes the parts, and cuts what is too
/// wide.
struct LineSetter {
    let face: Face
    /// Nil: what the face lacks is missing.
    let fallback: FallbackFaces?
    /// Pixels per em.
    let size: Double
    /// Which way the paragraph runs; nil: its first letter says.
    var isRightToLeft: Bool?

    /// Neighbours that are shaped together.
    private struct Part {
        var bytes: Range<Int>
        let level: Int8
        let face: Face
        var script: UInt32?
    }

    /// A whole line. Control characters and line breaks become spaces.
    func line(_ text: String) -> Line {
        let text = LineSetter.printable(text)
        return finish(text, runs(text), isShortened: false)
    }

    /// A line whose ink is at most `maximumWidth` pixels wide: a longer one is cut between characters, never inside
    /// of one or of a ligature, and ends in an ellipsis.
    ///
    /// - Parameter isCut: whether it ends in an ellipsis in any case.
    func line(_ text: String, maximumWidth: Double, isCut: Bool = false) -> Line {
        let text = LineSetter.printable(text)
        let head = start(of: text, maximumWidth: maximumWidth)
        let runs = runs(head)
        let whole = Double(runs.reduce(0) { $0 + $1.advance }) / 64
        // Ink reaches little beyond the advances; a text that is far too long need not be measured.
        if !isCut, head.utf8.count == text.utf8.count, whole <= maximumWidth + 2 * size {
            let line = finish(text, runs, isShortened: false)
            if line.inkWidth <= maximumWidth { return line }
        }
        return shortened(head, runs, maximumWidth: maximumWidth)
    }

    /// The most scalars of one character as a reader counts them. Unicode's Stream-Safe Text Format has 30 marks at most;
    /// HarfBuzz' time for a character grows with the square of their number.
    private static let longestCharacter = 64

    /// The text with a space for each control character, separator of lines and separator of paragraphs, and without the
    /// marks of a character that are too many to be drawn.
    static func printable(_ text: String) -> String {
        let text = bounded(text)
        guard text.unicodeScalars.contains(where: { $0.isUnprintable }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(scalar.isUnprintable ? " " : scalar) }
        return String(scalars)
    }

    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > longestCharacter,
            text.contains(where: { $0.unicodeScalars.count > longestCharacter })
        else { return text }
        var scalars = String.UnicodeScalarView()
        for character in text {
            scalars.append(contentsOf: character.unicodeScalars.prefix(longestCharacter))
        }
        return String(scalars)
    }

    /// As much of a very long text as can matter for a line: what follows is not looked at.
    func start(of text: String, maximumWidth: Double) -> String {
        guard maximumWidth.isFinite, text.utf8.count > 512 else { return text }
        var count = max(64, Int(maximumWidth / size * 4))
        while let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex),
            end < text.endIndex
        {
            let head = String(text[..<end])
            let width = runs(head).reduce(0) { $0 + $1.advance }
            if Double(width) / 64 > maximumWidth + 4 * size { return head }
            count *= 4
        }
        return text
    }

    private func shortened(_ text: String, _ runs: [Run], maximumWidth: Double) -> Line {
        let ellipsis = face.has("\u{2026}") ? "\u{2026}" : "..."
        for end in cuts(text, runs, maximumWidth: maximumWidth) {
            var prefix = Substring(decoding: text.utf8.prefix(end), as: UTF8.self)
            while prefix.last?.isWhitespace == true { prefix.removeLast() }
            let candidate = String(prefix + ellipsis)
            let line = finish(candidate, self.runs(candidate), isShortened: true)
            if line.inkWidth <= maximumWidth || prefix.isEmpty { return line }
        }
        return finish(ellipsis, self.runs(ellipsis), isShortened: true)
    }

    /// Where the text may be cut so that what stands before is not too wide, in bytes, the longest first.
    private func cuts(_ text: String, _ runs: [Run], maximumWidth: Double) -> [Int] {
        let widths = ClusterWidths(runs)
        var cuts: [Int] = []
        var byte = 0
        for character in text {
            if Double(widths.width(upTo: byte)) / 64 > maximumWidth { break }
            if widths.isBorder(byte) { cuts.append(byte) }
            byte += character.utf8.count
        }
        if Double(widths.width(upTo: byte)) / 64 <= maximumWidth { cuts.append(byte) }
        return cuts.reversed()
    }

    /// The shaped parts from left to right.
    func runs(_ text: String) -> [Run] {
        let (parts, isReordered) = parts(text)
        let bytes = Array(text.utf8)
        let order = isReordered ? Bidi.order(parts.map(\.level)) : Array(parts.indices)
        var pen = 0
        return order.map { index in
            let part = parts[index]
            let key = Run.Key(
                text: String(decoding: bytes[part.bytes], as: UTF8.self),
                before: LineSetter.tail(bytes[..<part.bytes.lowerBound]),
                after: LineSetter.head(bytes[part.bytes.upperBound...]),
                size: Int((size * 64).rounded()), isRightToLeft: part.level & 1 == 1, script: part.script)
            let run = Run(
                face: part.face, x: pen, bytes: part.bytes, isRightToLeft: key.isRightToLeft,
                glyphs: part.face.shape(key, size: size))
            pen += run.advance
            return run
        }
    }

    /// As much context as HarfBuzz looks at.
    private static let context = 5

    private static func tail(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.isEmpty { return "" }
        let near = String(decoding: bytes.suffix(context * 4), as: UTF8.self)
        return String(String.UnicodeScalarView(near.unicodeScalars.suffix(context)))
    }

    private static func head(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.isEmpty { return "" }
        let near = String(decoding: bytes.prefix(context * 4), as: UTF8.self)
        return String(String.UnicodeScalarView(near.unicodeScalars.prefix(context)))
    }

    private func parts(_ text: String) -> (parts: [Part], isReordered: Bool) {
        let bidi = Bidi(text.unicodeScalars, isRightToLeft: isRightToLeft)
        let faces = FaceChoice(face, fallback).faces(text)
        var parts: [Part] = []
        var (byte, scalar) = (0, 0)
        for (index, character) in text.enumerated() {
            let end = byte + character.utf8.count
            let level = bidi.levels.isEmpty ? 0 : bidi.levels[scalar]
            let own = faces.isEmpty ? face : faces[index]
            let script = character.unicodeScalars.lazy.compactMap(\.script).first
            if let last = parts.last, last.face === own, last.level == level,
                last.script == nil || script == nil || last.script == script
            {
                parts[parts.count - 1].bytes = last.bytes.lowerBound..<end
                parts[parts.count - 1].script = last.script ?? script
            } else {
                parts.append(Part(bytes: byte..<end, level: level, face: own, script: script))
            }
            byte = end
            if !bidi.levels.isEmpty { scalar += character.unicodeScalars.count }
        }
        return (parts, !bidi.levels.isEmpty)
    }

    private func finish(_ text: String, _ runs: [Run], isShortened: Bool) -> Line {
        var ink: Range<Int>?
        for run in runs {
            for glyph in run.glyphs {
                guard let own = run.face.ink(of: glyph, size: size) else { continue }
                let (left, right) = (own.lowerBound + run.x, own.upperBound + run.x)
                ink = min(ink?.lowerBound ?? left, left)..<max(ink?.upperBound ?? right, right)
            }
        }
        return Line(
            text: text, isShortened: isShortened, missing: missing(text, runs), size: size,
            inkLeft: Double(ink?.lowerBound ?? 0) / 64, inkRight: Double(ink?.upperBound ?? 0) / 64,
            runs: runs)
    }

    private func missing(_ text: String, _ runs: [Run]) -> [Unicode.Scalar] {
        guard runs.contains(where: { $0.glyphs.contains { $0.index == nil } }) else { return [] }
        let bytes = Array(text.utf8)
        var seen: Set<Unicode.Scalar> = []
        var missing: [Unicode.Scalar] = []
        for run in runs.sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
            let starts = run.glyphs.map(\.cluster).sorted()
            let boxes = Set(run.glyphs.filter { $0.index == nil }.map(\.cluster))
            for start in boxes.sorted() {
                let end = starts.first { $0 > start } ?? run.bytes.count
                let cluster = bytes[run.bytes.lowerBound + start..<run.bytes.lowerBound + end]
                let scalars = String(decoding: cluster, as: UTF8.self).unicodeScalars
                    .filter { !$0.properties.isDefaultIgnorableCodePoint }
                let absent = scalars.filter { !run.face.has($0) }
                missing += (absent.isEmpty ? scalars : absent).filter { seen.insert($0).inserted }
            }
        }
        return missing
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029
    }
}

extension Run {
    /// In 64ths of a pixel.
    var advance: Int { glyphs.reduce(0) { $0 + $1.advance } }
}

extension Face {
    /// What a glyph covers, from its run's start, in 64ths of a pixel; nil for nothing.
    func ink(of glyph: Glyph, size: Double) -> Range<Int>? {
        guard let index = glyph.index else {
            let box = MissingGlyph(size: size).columns
            return box.lowerBound * 64 + glyph.x..<box.upperBound * 64 + glyph.x
        }
        switch shape(of: index, size: size) {
        case .outline(let ink), .picture(let ink):
            return ink.lowerBound + glyph.x..<ink.upperBound + glyph.x
        case .blank, .unusable:
            return nil
        }
    }

    /// Shapes one line in this face alone, at `size` pixels per em; a box stands for what it lacks.
    ///
    /// Control characters and line breaks become spaces. A line whose ink is wider than `maximumWidth` pixels is
    /// cut between characters, never inside of one or of a ligature, and ends in an ellipsis.
    public func line(_ text: String, size: Double, maximumWidth: Double = .infinity) -> Line {
        LineSetter(face: self, fallback: nil, size: size).line(text, maximumWidth: maximumWidth)
    }
}
