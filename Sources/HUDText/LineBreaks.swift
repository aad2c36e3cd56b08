internal import CUnibreak

/// Where a paragraph may be broken (UAX #14), in bytes of its UTF-8.
enum LineBreaks {
    /// The ends of what must stay together, each with the spaces behind it, in order; the last is the text's.
    static func ends(_ text: String, language: String?) -> [Int] {
        let bytes = Array(text.utf8)
        var breaks = [CChar](repeating: 0, count: bytes.count)
        init_linebreak()
        set_linebreaks_utf8(bytes, bytes.count, language ?? "", &breaks)
        var ends: [Int] = []
        var byte = 0
        // A reader's character is never broken, whatever the library's age makes of it.
        for character in text {
            byte += character.utf8.count
            if byte == bytes.count || breaks[byte - 1] <= CChar(LINEBREAK_ALLOWBREAK) { ends.append(byte) }
        }
        return ends
    }
}
