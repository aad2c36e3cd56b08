/// Bytes that should be UTF-8.
package enum UTF8Text {
    /// The offset of the first sequence that is not UTF-8.
    package static func firstBadByte(_ bytes: some Sequence<UInt8>) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
        }
        return offset
    }
}
