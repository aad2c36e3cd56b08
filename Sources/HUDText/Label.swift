/// A text, set: as many lines as it has, or as there is room for.
public struct Label {
    /// From the top down.
    public let lines: [Line]
    /// How far each line reaches above its baseline, in pixels.
    public let ascender: Double
    /// How far each line reaches below its baseline, in pixels.
    public let descender: Double
    /// From one baseline to the next, in pixels.
    public let pitch: Int
    /// Whether some of the text is not shown; an ellipsis says so.
    public let isShortened: Bool

    /// Characters that no face has, each once; a box stands for each.
    public var missing: [Unicode.Scalar] {
        var seen: Set<Unicode.Scalar> = []
        return lines.flatMap(\.missing).filter { seen.insert($0).inserted }
    }

    /// How wide the widest line is as drawn, in pixels.
    public var inkWidth: Double { lines.map(\.inkWidth).max() ?? 0 }

    /// The room that a label has.
    public struct Room: Equatable, Sendable {
        /// Pixels across.
        public var width = Double.infinity
        /// Pixels down, from the first line's ascender to the last one's descender; there is always one line.
        public var height = Double.infinity
        /// How many lines the text may be broken into where it has no line breaks of its own.
        public var lines = 1

        /// Room for one line, as long as it may be.
        public init() {}
    }
}

extension FontLibrary {
    /// Sets a text in `face`, at `size` pixels per em, and in the fallback's faces what it lacks.
    ///
    /// The text's own line breaks are kept. What is too wide is broken where its script allows, into lines of like
    /// length, while there is room for more lines; then it ends in an ellipsis.
    public func label(_ text: String, face: Face, size: Double, room: Label.Room = Label.Room()) -> Label {
        let paragraphs = Paragraphs(text).paragraphs
        let setter = LineSetter(face: face, fallback: fallback, size: size)
        let own = (face.ascender(size: size), face.descender(size: size))
        var most = max(1, room.lines, paragraphs.count)
        if room.height.isFinite { most = min(most, FontLibrary.lines(room.height, own.0 + own.1)) }
        while true {
            let (lines, isComplete) = setter.lines(paragraphs, width: room.width, count: most)
            let label = FontLibrary.measured(lines, face, size, isShortened: !isComplete)
            // Other scripts' faces may need higher lines; then there are fewer.
            let fitting = FontLibrary.lines(room.height, Double(label.pitch))
            if label.lines.count <= fitting { return label }
            most = fitting
        }
    }

    private static func lines(_ height: Double, _ line: Double) -> Int {
        let pitch = max(1, line.rounded(.up))
        return max(1, Int(min(1e6, (height / pitch).rounded(.down))))
    }

    private static func measured(_ lines: [Line], _ face: Face, _ size: Double, isShortened: Bool) -> Label {
        let faces = lines.flatMap(\.visibleFaces).filter { !$0.isColored }
        func extent(_ faces: [Face]) -> (up: Double, down: Double) {
            // A font that claims more than this is not believed.
            (
                min(faces.map { $0.ascender(size: size) }.max() ?? 0, 1.5 * size),
                min(faces.map { $0.descender(size: size) }.max() ?? 0, size)
            )
        }
        // The own face's line, so that no label stands higher than another, unless it draws nothing.
        let isOwn = faces.isEmpty || faces.contains { $0 === face }
        let all = extent(faces + [face])
        let line = extent(isOwn ? [face] : faces)
        return Label(
            lines: lines, ascender: line.up, descender: line.down,
            pitch: Int((lines.count > 1 ? all.up + all.down : line.up + line.down).rounded(.up)),
            isShortened: isShortened || lines.contains { $0.isShortened })
    }

    /// What the system shows text in, for want of the faces of `candidates`; nil without a system fallback.
    public func systemFace() -> Face? {
        fallback.anyFace()
    }
}

/// A text's parts between its line breaks.
struct Paragraphs {
    /// Without the empty ones before the first and after the last that is not: who prints a line ends it.
    let paragraphs: [String]

    init(_ text: String) {
        var parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        func isEmpty(_ part: Substring?) -> Bool { part?.allSatisfy(\.isWhitespace) ?? false }
        while parts.count > 1, isEmpty(parts.last) { parts.removeLast() }
        while parts.count > 1, isEmpty(parts.first) { parts.removeFirst() }
        paragraphs = parts.map(String.init)
    }
}
