internal import Glibc
internal import HUDSystem

/// A display that was dark and has been lit for a HUD, in a file: it is made dark again after the show, when the
/// card is closed (the last one to close a card lights its display), or by whoever looks after a process that died.
struct BlankRecord: Equatable {
    /// "/dev/fb0".
    let framebuffer: String
    /// How dark, as FBIOBLANK has it.
    let level: Int32

    /// The levels of FBIOBLANK that are dark: FB_BLANK_NORMAL to FB_BLANK_POWERDOWN.
    private static let levels: ClosedRange<Int32> = 1...4

    init(framebuffer: String, level: Int32) {
        self.framebuffer = framebuffer
        self.level = level
    }

    /// Takes the text of a file, in which anybody of the group can write; nil where it cannot be one.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let level = Int32(words[1]), Self.levels.contains(level),
            words[0].hasPrefix("/dev/fb"), (1...3).contains(words[0].utf8.count - 7),
            words[0].dropFirst(7).utf8.allSatisfy({ 48...57 ~= $0 })
        else { return nil }
        self.init(framebuffer: String(words[0]), level: level)
    }

    var text: String { "\(framebuffer) \(level)" }

    private static let name = "blanked"
    /// A line each, for as many as a machine can have.
    private static let largest = 16 * 20

    /// What stands in the folder's file; lines that cannot be one are left out.
    static func read(in directory: String) -> [BlankRecord] {
        // Most have none, and it is asked at each start.
        guard let file = try? FileDescriptor.open(directory + "/" + name, [.read, .noFollow, .nonBlocking]),
            let status = try? file.status(), status.isRegular, status.size > 0, status.size <= largest
        else { return [] }
        var bytes = [UInt8](repeating: 0, count: largest)
        guard let count = try? file.read(into: &bytes) else { return [] }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").compactMap {
            BlankRecord(String($0))
        }
    }

    /// Sets what stands there.
    static func write(_ records: [BlankRecord], in directory: String) throws(SystemError) {
        let file = try RuntimeDirectory.open(name, in: directory)
        try file.resize(0)
        if !records.isEmpty { try file.write(Array(records.map(\.text).joined(separator: "\n").utf8)) }
    }
}
