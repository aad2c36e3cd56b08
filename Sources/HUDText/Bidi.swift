internal import CFriBidi

/// Which way the parts of a line run (UAX #9).
struct Bidi {
    /// Whether the line as a whole runs from right to left.
    let isRightToLeft: Bool
    /// For each scalar; odd levels run from right to left. Empty if all runs from left to right.
    let levels: [Int8]

    /// - Parameter direction: of the paragraph, if it is known; nil: its first letter says.
    init(_ scalars: String.UnicodeScalarView, isRightToLeft direction: Bool?) {
        guard direction == true || scalars.contains(where: { $0.mayTurn }) else {
            isRightToLeft = false
            levels = []
            return
        }
        let characters = scalars.map(\.value)
        let count = FriBidiStrIndex(characters.count)
        var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_LTR, count: characters.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: characters.count)
        var levels = [FriBidiLevel](repeating: 0, count: characters.count)
        fribidi_get_bidi_types(characters, count, &types)
        fribidi_get_bracket_types(characters, count, types, &brackets)
        var base: FriBidiParType =
            switch direction {
            case nil: FRIBIDI_PAR_ON
            case true?: FRIBIDI_PAR_RTL
            case false?: FRIBIDI_PAR_LTR
            }
        let highest = fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels)
        guard highest > 0 else {  // 0: no memory
            isRightToLeft = false
            self.levels = []
            return
        }
        isRightToLeft = base.rawValue & 1 != 0
        // Rule L1: white space at the end of the line gets the level of the line.
        let bottom: FriBidiLevel = isRightToLeft ? 1 : 0
        for (index, scalar) in zip(levels.indices, scalars).reversed() {
            guard scalar.properties.isWhitespace else { break }
            levels[index] = bottom
        }
        self.levels = levels
    }

    /// L2: the order from left to right of parts that have these levels.
    static func order(_ levels: [Int8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), highest > 0 else { return order }
        for level in stride(from: highest, through: 1, by: -1) {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }
}

extension Unicode.Scalar {
    /// Whether it may run from right to left, or make others do.
    fileprivate var mayTurn: Bool {
        switch value {
        case ..<0x590: false
        case 0x590...0x8FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
            0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}
