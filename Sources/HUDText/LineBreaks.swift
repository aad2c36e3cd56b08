internal import CUnibreak

/// Where a paragraph may be broken (UAX #14), in bytes of its UTF-8.
enum LineBreaks {
    /// The ends of what must stay together, each with the spaces behind it, in order; the last is the text's.
    static func ends(_ text: String, language: String?) -> [Int] {
        let scalars = text.unicodeScalars.map(known)
        var breaks = [CChar](repeating: 0, count: scalars.count)
        init_linebreak()
        set_linebreaks_utf32(scalars, scalars.count, language ?? "", &breaks)
        var ends: [Int] = []
        var (byte, index) = (0, 0)
        // A reader's character is never broken, whatever the library's age makes of it.
        for character in text {
            byte += character.utf8.count
            index += character.unicodeScalars.count
            if index == breaks.count || breaks[index - 1] <= CChar(LINEBREAK_ALLOWBREAK) { ends.append(byte) }
        }
        return ends
    }

    /// The library's version 1, Debian 12's, ends the program at letters of flags, and takes U+FFFF for the end.
    private static func known(_ scalar: Unicode.Scalar) -> utf32_t {
        switch scalar.value {
        case 0x1F1E6...0x1F1FF: 0x4E00  // an ideograph: a flag is as good as one
        case 0xFFFF: 0xFFFD
        default: scalar.value
        }
    }
}
