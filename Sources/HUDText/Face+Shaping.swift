internal import CFreeType
internal import CHarfBuzz

extension Face {
    /// The glyphs of a run at `size` pixels per em, from left to right.
    func shape(_ key: Run.Key, size: Double) -> [Glyph] {
        if let glyphs = runs.value(for: key, cost: \.count) { return glyphs }
        use(size: size)
        freeType.shapings += 1
        let glyphs = visible(shaped(key, size: size), key.text, size: size)
        runs.insert(glyphs, for: key, cost: glyphs.count + 1)
        return glyphs
    }

    private func shaped(_ key: Run.Key, size: Double) -> [Glyph] {
        let buffer = hb_buffer_create()
        defer { hb_buffer_destroy(buffer) }
        let start = key.before.utf8.count
        var text = key.before + key.text + key.after
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                hb_buffer_add_utf8(
                    buffer, characters.baseAddress, CInt(characters.count), UInt32(start),
                    CInt(key.text.utf8.count))
            }
        }
        hb_buffer_set_direction(buffer, key.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        if let script = key.script { hb_buffer_set_script(buffer, hb_script_t(rawValue: script)) }
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font, buffer, nil, 0)

        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let positions = hb_buffer_get_glyph_positions(buffer, &count)
        else { return [] }
        let factor = factor(size: size)
        func scaled(_ length: Int32) -> Int {
            factor == 1 ? Int(length) : Int((Double(length) * factor).rounded())
        }
        return (0..<Int(count)).map { index in
            let (info, position) = (infos[index], positions[index])
            return Glyph(
                index: info.codepoint == 0 ? nil : info.codepoint, x: scaled(position.x_offset),
                y: scaled(position.y_offset), advance: scaled(position.x_advance),
                cluster: Int(info.cluster) - start)
        }
    }

    /// The glyphs at their places. A box stands for each that is missing, and for each that is empty although its
    /// character is visible: some fonts claim to have a character and draw nothing.
    private func visible(_ glyphs: [Glyph], _ text: String, size: Double) -> [Glyph] {
        let missing = MissingGlyph(size: size)
        let bytes = Array(text.utf8)
        let starts = glyphs.map(\.cluster).sorted()
        var result: [Glyph] = []
        result.reserveCapacity(glyphs.count)
        var pen = 0
        var index = 0
        while index < glyphs.count {
            let cluster = glyphs[index].cluster
            var end = index
            while end < glyphs.count, glyphs[end].cluster == cluster { end += 1 }
            let isBlank = glyphs[index..<end].allSatisfy { glyph in
                glyph.index.map { shape(of: $0, size: size) == .blank } ?? false
            }
            if isBlank, (end - index > 1 || bytes[cluster] != 0x20) {
                let next = starts.first { $0 > cluster } ?? bytes.count
                let scalars = String(decoding: bytes[cluster..<next], as: UTF8.self).unicodeScalars
                if scalars.contains(where: \.hasInk) {
                    result.append(Glyph(index: nil, x: pen, y: 0, advance: missing.advance, cluster: cluster))
                    pen += missing.advance
                    index = end
                    continue
                }
            }
            for var glyph in glyphs[index..<end] {
                if glyph.index.map({ shape(of: $0, size: size) == .unusable }) ?? true {
                    glyph = Glyph(index: nil, x: 0, y: 0, advance: missing.advance, cluster: cluster)
                }
                glyph.x += pen
                pen += glyph.advance
                result.append(glyph)
            }
            index = end
        }
        return result
    }

    /// Whether the face can draw a cluster of these characters, put together or taken apart as Unicode allows.
    func covers(_ scalars: [Unicode.Scalar]) -> Bool {
        var composed: [Unicode.Scalar] = []
        for scalar in scalars {
            if let last = composed.last, let whole = Face.composed(last, scalar), has(whole) {
                composed[composed.count - 1] = whole
            } else {
                composed.append(scalar)
            }
        }
        return composed.allSatisfy(supports)
    }

    private func supports(_ scalar: Unicode.Scalar) -> Bool {
        if has(scalar) { return true }
        var (first, second): (UInt32, UInt32) = (0, 0)
        guard hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar.value, &first, &second) != 0,
            let base = Unicode.Scalar(first), supports(base)
        else { return false }
        return second == 0 || Unicode.Scalar(second).map(has) ?? false
    }

    private static func composed(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        var whole: UInt32 = 0
        guard hb_unicode_compose(hb_unicode_funcs_get_default(), first.value, second.value, &whole) != 0
        else { return nil }
        return Unicode.Scalar(whole)
    }
}

extension Unicode.Scalar {
    /// HarfBuzz' number of the character's script; nil for what belongs to any.
    var script: UInt32? {
        if value < 0x80 { return properties.isAlphabetic ? HB_SCRIPT_LATIN.rawValue : nil }
        let script = hb_unicode_script(hb_unicode_funcs_get_default(), value)
        switch script {
        case HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN: return nil
        default: return script.rawValue
        }
    }

    /// Whether a reader expects to see something.
    var hasInk: Bool {
        if properties.isDefaultIgnorableCodePoint || value == 0x2800 { return false }  // a braille space
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse,
            .unassigned, .nonspacingMark, .spacingMark, .enclosingMark:
            return false
        default:
            return true
        }
    }

    static let kana: [ClosedRange<UInt32>] = [0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F]
    static let hangul: [ClosedRange<UInt32>] = [0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3]

    func isAny(of ranges: [ClosedRange<UInt32>]) -> Bool { ranges.contains { $0.contains(value) } }
}
