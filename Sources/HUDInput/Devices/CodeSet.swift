/// A set of event codes as the kernel tells it: a bit each, in machine words.
package struct CodeSet: Equatable, Sendable {
    private let words: [UInt]
    /// Words for all codes that there can be, of 16 bits.
    private static let most = (1 << 16) / UInt.bitWidth

    /// Words as an ioctl fills them, the lowest first.
    init(words: [UInt]) {
        self.words = words
    }

    /// The text of a file in /sys/class/input/event*/device/capabilities, the highest word first.
    package init(text: String) {
        words = text.split(separator: " ").reversed().prefix(Self.most).map { UInt($0, radix: 16) ?? 0 }
    }

    package func contains(_ code: Int32) -> Bool {
        let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
        return word < words.count && words[word] & 1 << UInt(bit) != 0
    }

    func containsAny(of codes: some Sequence<Int32>) -> Bool {
        codes.contains { contains($0) }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The codes, in order.
    var codes: [UInt16] {
        (0..<words.count * UInt.bitWidth).lazy.filter { contains(Int32($0)) }.map { UInt16($0) }
    }
}
