package import HUDSystem

/// Takes lines from a descriptor as they come, in whatever pieces.
package struct LineReader {
    /// Longer ones are cut: nobody reads them.
    private static let longest = 16_384

    private var rest: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Nothing read yet.
    package init() {}

    /// Reads once; the lines that are complete now, and whether there is more to come. What is not UTF-8 is repaired. A
    /// carriage return ends a line, too: that is how programs draw a progress over the last one.
    package mutating func read(
        from file: borrowing FileDescriptor, copy: ([UInt8]) -> Void = { _ in }
    ) throws(SystemError) -> (lines: [String], isOpen: Bool) {
        let count = try file.read(into: &buffer)
        if count == 0 {
            let last = rest
            rest = []
            return (last.isEmpty ? [] : [String(decoding: last, as: UTF8.self)], false)
        }
        let piece = Array(buffer[..<count])
        copy(piece)
        var lines: [String] = []
        var parts = piece.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
        let last = parts.removeLast()
        for part in parts {
            rest += part.prefix(max(0, Self.longest - rest.count))
            if !rest.isEmpty { lines.append(String(decoding: rest, as: UTF8.self)) }
            rest = []
        }
        rest += last.prefix(max(0, Self.longest - rest.count))
        return (lines, true)
    }
}
