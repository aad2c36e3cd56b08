extension PrintedProgress {
    /// Words beside a percentage that say whether it is one of progress. They are few: a word that stands there in both
    /// meanings is in none of the lists.
    enum Words {
        static let before: Set<String> = [
            "progress", "completed", "complete", "done", "total", "overall", "rescued",
        ]
        static let after: Set<String> = ["done", "complete", "completed", "finished", "copied", "total"]
        static let notBefore: Set<String> = [
            "cpu", "mem", "memory", "ram", "swap", "load", "usage", "buf", "buffer", "fifo", "cache",
            "battery",
            "overhead", "ratio", "compression", "compressed", "loss", "signal", "quality", "volume", "or",
        ]
        static let notAfter: Set<String> = [
            "cpu", "mem", "memory", "ram", "swap", "load", "usage", "full", "used", "free", "idle", "busy",
            "loss",
            "lost", "packet", "battery", "overhead", "ratio", "compression", "compressed", "smaller",
            "larger",
            "faster", "slower", "saved", "contiguous", "non-contiguous", "fragmented", "fragmentation",
            "similar",
            "identical",
        ]
        /// After "of": "99.65% of uncompressed filesystem size".
        static let notOf: Set<String> = [
            "uncompressed", "original", "cpu", "memory", "ram", "disk", "space", "capacity",
        ]
        /// Of what is counted in bytes.
        static let units: Set<String> = [
            "b", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib", "k", "m", "g", "t", "byte", "bytes",
        ]
    }

    /// The word of ASCII letters before `index`, in small letters; only blanks, a colon, a bracket or an equals sign are
    /// between them.
    static func word(_ line: [Unicode.Scalar], before index: Int) -> String {
        var end = index
        while end > 0, isGap(line[end - 1]) { end -= 1 }
        var start = end
        while start > 0, isLetter(line[start - 1]) { start -= 1 }
        return text(line[start..<end])
    }

    /// The word after `index` and blanks, and where it ends.
    static func word(_ line: [Unicode.Scalar], after index: Int) -> (word: String, end: Int) {
        var start = index
        while start < line.count, line[start].isBlank { start += 1 }
        var end = start
        while end < line.count, isLetter(line[end]) || line[end] == "-" && end > start { end += 1 }
        return (text(line[start..<end]), end)
    }

    private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        // No word of a list is longer.
        if letters.count > 20 { return "" }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters)
        return String(text).lowercased()
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isBlank || ":=([".unicodeScalars.contains(scalar)
    }
}
