/// Parts one after the other, as bytes: how many bytes follow (four bytes, the lowest first), then they.
struct PartWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ part: some Collection<UInt8>) {
        let count = UInt32(part.count)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32($0 * 8)) }
        bytes += part
    }

    mutating func add(_ number: UInt64) {
        add((0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) })
    }

    mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

    /// A text, cut where it is longer than `most` bytes, between two characters.
    mutating func add(_ text: String, most: Int = .max) {
        var end = text.utf8.index(text.startIndex, offsetBy: most, limitedBy: text.endIndex) ?? text.endIndex
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        add(text.utf8[..<end])
    }
}

/// What `PartWriter` wrote, part by part; nil where the bytes are not so.
struct PartReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> ArraySlice<UInt8>? {
        guard rest.count >= 4 else { return nil }
        let count = Int(PartReader.number(rest.prefix(4)))
        rest = rest.dropFirst(4)
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func text() -> String? { next().flatMap { String(validating: $0, as: UTF8.self) } }

    mutating func number() -> UInt64? {
        guard let part = next(), part.count == 8 else { return nil }
        return PartReader.number(part)
    }

    mutating func signed() -> Int64? { number().map { Int64(bitPattern: $0) } }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
