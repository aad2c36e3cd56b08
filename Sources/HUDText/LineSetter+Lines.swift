extension LineSetter {
    /// Sets paragraphs in at most `count` lines of at most `width` pixels; says whether all of the text is there.
    func lines(_ paragraphs: [String], width: Double, count: Int) -> (lines: [Line], isComplete: Bool) {
        var lines: [Line] = []
        for (index, paragraph) in paragraphs.enumerated() {
            let following = paragraphs.count - index - 1
            // Each of those that follow has its line, where there is one.
            let free = max(1, count - lines.count - following)
            let isLast = lines.count + free >= count && following > 0
            var setter = self
            setter.isRightToLeft = Bidi(paragraph.unicodeScalars, isRightToLeft: isRightToLeft).isRightToLeft
            lines += setter.paragraph(paragraph, width: width, count: free, isCut: isLast)
            if isLast { return (lines, false) }
        }
        return (lines, true)
    }

    /// - Parameter isCut: whether it ends in an ellipsis in any case.
    private func paragraph(_ text: String, width: Double, count: Int, isCut: Bool) -> [Line] {
        let whole = line(text, maximumWidth: width, isCut: isCut)
        if count == 1 || !whole.isShortened || isCut && !whole.isShortened { return [whole] }
        // Lines that end early leave room, never as much as is filled.
        let text = start(of: LineSetter.printable(text), maximumWidth: 2 * width * Double(count))
        let wrapped = Wrapping(text, self)
        // Letters have other forms at a line's end than inside, and may be wider: then the next try breaks earlier.
        var narrow = width
        while true {
            let lines = broken(wrapped, width, narrow, count, isCut)
            narrow -= size / 8
            if narrow < width / 2 || !lines.dropLast().contains(where: \.isShortened) { return lines }
        }
    }

    private func broken(
        _ wrapped: Wrapping, _ width: Double, _ narrow: Double, _ count: Int, _ isCut: Bool
    ) -> [Line] {
        var ends = wrapped.ends(width: narrow, count: count)
        if ends.last == wrapped.length && !isCut { ends = wrapped.balanced(ends, width: narrow) }
        var lines: [Line] = []
        var start = 0
        for (index, end) in ends.enumerated() {
            let isLast = index == ends.count - 1
            let part = wrapped.text(from: start, to: isLast ? nil : end)
            lines.append(line(part, maximumWidth: width, isCut: isLast && isCut))
            start = end
        }
        return lines
    }
}

/// One paragraph and where its lines may end.
struct Wrapping {
    private let bytes: [UInt8]
    private let widths: ClusterWidths
    /// Where it may be broken, as its script says, and, second, between any two characters.
    private let breaks: [Int]
    private let borders: [Int]

    /// How many bytes there are.
    var length: Int { bytes.count }

    init(_ text: String, _ setter: LineSetter) {
        bytes = Array(text.utf8)
        widths = ClusterWidths(setter.runs(text))
        breaks = LineBreaks.ends(text, language: FaceChoice.language(of: text))
        var borders: [Int] = []
        var byte = 0
        for character in text {
            byte += character.utf8.count
            if byte == bytes.count || widths.isBorder(byte) { borders.append(byte) }
        }
        self.borders = borders
    }

    /// A part, without spaces at its ends.
    func text(from start: Int, to end: Int?) -> String {
        let part = Substring(decoding: bytes[start..<(end ?? bytes.count)], as: UTF8.self)
        let head = part.drop(while: \.isWhitespace)
        return String(head.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The ends of at most `count` lines, each as long as fits.
    func ends(width: Double, count: Int) -> [Int] {
        var ends: [Int] = []
        var start = 0
        while start < bytes.count, ends.count < count {
            let fits = { (end: Int) in Double(self.width(start, end)) / 64 <= width }
            // A word that is wider than a line is broken where it must be.
            let end =
                Wrapping.last(breaks, after: start, where: fits)
                ?? Wrapping.last(borders, after: start, where: fits)
                ?? borders.first { $0 > start } ?? bytes.count
            ends.append(end)
            start = end
        }
        return ends
    }

    /// The same number of lines, the widest of them as narrow as can be: no word is left alone.
    func balanced(_ ends: [Int], width: Double) -> [Int] {
        var (low, high) = (0.0, width)
        var best = ends
        while high - low > 1 {
            let middle = (low + high) / 2
            let narrow = self.ends(width: middle, count: ends.count)
            // Words stay whole while they are narrowed.
            if narrow.last == bytes.count,
                narrow.allSatisfy({ Wrapping.contains(breaks, $0) || best.contains($0) })
            {
                best = narrow
                high = middle
            } else {
                low = middle
            }
        }
        return best
    }

    /// Without the spaces at the end.
    private func width(_ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        return widths.width(upTo: end) - widths.width(upTo: start)
    }

    /// The last of `places` after `start` that `holds` for; it holds for none behind one that it fails for.
    private static func last(_ places: [Int], after start: Int, where holds: (Int) -> Bool) -> Int? {
        var (low, high) = (first(places) { $0 > start }, places.count)
        let begin = low
        while low < high {
            let middle = (low + high) / 2
            if holds(places[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > begin ? places[low - 1] : nil
    }

    private static func contains(_ places: [Int], _ place: Int) -> Bool {
        let index = first(places) { $0 >= place }
        return index < places.count && places[index] == place
    }

    private static func first(_ places: [Int], where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(places[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
