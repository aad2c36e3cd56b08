internal import CFreeType
internal import CHarfBuzz

extension Face {
    /// Shapes one line at `size` pixels per em.
    ///
    /// Control characters and line breaks become spaces. A line whose ink is wider than `maximumWidth` pixels is
    /// cut between characters, never inside of one or of a ligature, and ends in an ellipsis.
    public func line(_ text: String, size: Double, maximumWidth: Double = .infinity) -> Line {
        use(size: size)
        let text = Face.printable(text)
        let glyphs = shape(text)
        let whole = Double(glyphs.reduce(0) { $0 + $1.advance }) / 64
        // Ink reaches little beyond the advances; a text that is far too long need not be measured.
        if whole <= maximumWidth + 2 * size {
            let line = finish(text, glyphs, size: size, isShortened: false)
            if line.inkWidth <= maximumWidth { return line }
        }
        return shortened(text, glyphs, size: size, maximumWidth: maximumWidth)
    }

    /// The text with a space for each control character, separator of lines and separator of paragraphs.
    static func printable(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            let isBreak = scalar.value == 0x2028 || scalar.value == 0x2029
            scalars.append(isControl || isBreak ? " " : scalar)
        }
        return String(scalars)
    }

    private func shortened(_ text: String, _ glyphs: [Glyph], size: Double, maximumWidth: Double) -> Line {
        let ellipsis = has("\u{2026}") ? "\u{2026}" : "..."
        for end in cuts(text, glyphs, maximumWidth: maximumWidth) {
            var prefix = Substring(decoding: text.utf8.prefix(end), as: UTF8.self)
            while prefix.last == " " { prefix.removeLast() }
            let candidate = prefix + ellipsis
            let line = finish(String(candidate), shape(String(candidate)), size: size, isShortened: true)
            if line.inkWidth <= maximumWidth || prefix.isEmpty { return line }
        }
        return finish(ellipsis, shape(ellipsis), size: size, isShortened: true)
    }

    /// Where the text may be cut so that what stands before is not too wide, in bytes, the longest first.
    private func cuts(_ text: String, _ glyphs: [Glyph], maximumWidth: Double) -> [Int] {
        var advances: [Int: Int] = [:]
        for glyph in glyphs { advances[glyph.cluster, default: 0] += glyph.advance }
        var cuts: [Int] = []
        var width = 0
        var clusters = advances.keys.sorted()[...]
        var byte = 0
        for character in text {
            let isCluster = advances[byte] != nil
            while let first = clusters.first, first < byte {
                width += advances[first] ?? 0
                clusters.removeFirst()
            }
            if Double(width) / 64 > maximumWidth { break }
            if isCluster { cuts.append(byte) }
            byte += character.utf8.count
        }
        return cuts.reversed()
    }

    private func shape(_ text: String) -> [Glyph] {
        let buffer = hb_buffer_create()
        defer { hb_buffer_destroy(buffer) }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                hb_buffer_add_utf8(
                    buffer, characters.baseAddress, CInt(characters.count), 0, CInt(characters.count))
            }
        }
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font, buffer, nil, 0)

        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let positions = hb_buffer_get_glyph_positions(buffer, &count)
        else { return [] }
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(Int(count))
        var pen = 0
        for index in 0..<Int(count) {
            let (info, position) = (infos[index], positions[index])
            let isMissing = info.codepoint == 0
            let advance = isMissing ? MissingGlyph(face).advance : Int(position.x_advance)
            glyphs.append(
                Glyph(
                    index: isMissing ? nil : info.codepoint, x: pen + Int(position.x_offset),
                    y: Int(position.y_offset), advance: advance, cluster: Int(info.cluster)))
            pen += advance
        }
        return glyphs
    }

    private func finish(_ text: String, _ glyphs: [Glyph], size: Double, isShortened: Bool) -> Line {
        let ink = inkExtent(glyphs)
        return Line(
            text: text, isShortened: isShortened, missing: missing(text, glyphs), size: size,
            inkLeft: Double(ink.lowerBound) / 64, inkRight: Double(ink.upperBound) / 64, glyphs: glyphs)
    }

    private func missing(_ text: String, _ glyphs: [Glyph]) -> [Unicode.Scalar] {
        guard glyphs.contains(where: { $0.index == nil }) else { return [] }
        var seen: Set<Unicode.Scalar> = []
        return text.unicodeScalars.filter {
            !has($0) && !$0.properties.isDefaultIgnorableCodePoint && seen.insert($0).inserted
        }
    }

    /// From the left edge of what is drawn to the right one, in 64ths of a pixel.
    private func inkExtent(_ glyphs: [Glyph]) -> Range<Int> {
        var extent: Range<Int>?
        for glyph in glyphs {
            guard let own = inkExtent(glyph) else { continue }
            let left = min(extent?.lowerBound ?? own.lowerBound, own.lowerBound)
            let right = max(extent?.upperBound ?? own.upperBound, own.upperBound)
            extent = left..<right
        }
        return extent ?? 0..<0
    }

    private func inkExtent(_ glyph: Glyph) -> Range<Int>? {
        guard let index = glyph.index, loadOutline(index) else {
            let box = MissingGlyph(face).columns
            return box.lowerBound * 64 + glyph.x..<box.upperBound * 64 + glyph.x
        }
        let outline = face.pointee.glyph.pointer(to: \.outline)
        var box = FT_BBox()
        guard let outline, outline.pointee.n_points > 0, FT_Outline_Get_BBox(outline, &box) == 0,
            box.xMax > box.xMin
        else { return nil }
        return Int(box.xMin) + glyph.x..<Int(box.xMax) + glyph.x
    }
}
