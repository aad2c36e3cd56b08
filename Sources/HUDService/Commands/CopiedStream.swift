internal import HUDSystem

/// What a command prints, on its way to where it would have gone: percentages in it are looked for.
package final class CopiedStream {
    enum Target: Int32 {
        case output = 1
        case errors = 2
    }

    private let pipe: Pipe
    private let target: Target
    private var reader = LineReader()
    private var isBroken = false

    init(_ pipe: Pipe, to target: Target) {
        pipe.closeInlet()
        self.pipe = pipe
        self.target = target
    }

    var descriptor: Int32 { pipe.outlet.raw }

    /// Copies what has come; the last percentage in it, as a part of 1, and whether there is more to come. Where nobody
    /// reads any more there is not: the command is to see that, too.
    func copy() -> (part: Double?, isOpen: Bool) {
        var part: Double?
        do throws(SystemError) {
            let (lines, isOpen) = try reader.read(from: pipe.outlet) { piece in
                isBroken = !StandardStreams.write(piece, to: target.rawValue)
            }
            for line in lines { part = Self.percentage(in: line) ?? part }
            return (part, isOpen && !isBroken)
        } catch {
            return (nil, false)
        }
    }

    /// The last "NN%" or "NN.N %" of a line, as a part of 1; nil where there is none.
    package static func percentage(in line: String) -> Double? {
        let bytes = Array(line.utf8)
        guard var end = bytes.lastIndex(of: 0x25) else { return nil }
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        var start = end
        while start > 0, bytes[start - 1] == 0x2E || (0x30...0x39).contains(bytes[start - 1]) { start -= 1 }
        guard let number = Double(String(decoding: bytes[start..<end], as: UTF8.self)) else { return nil }
        return min(max(number / 100, 0), 1)
    }
}
