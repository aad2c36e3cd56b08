/// What the two processes of a gated command say to each other.
enum GateMessage: Equatable {
    // From the front.
    /// Say that you are there.
    case ping
    /// Let go, when nothing is held down any more, and end.
    case open
    /// Let go now.
    case force

    // From the holder.
    /// I am.
    case alive
    /// Every device is held off that can be.
    case closed
    /// A line for the user.
    case notice(String)

    private static let plain: [GateMessage] = [.ping, .open, .force, .alive, .closed]

    /// One byte of kind; a notice is text after it.
    var bytes: [UInt8] {
        if case .notice(let line) = self { return [UInt8(Self.plain.count)] + line.utf8 }
        return [UInt8(Self.plain.firstIndex(of: self)!)]
    }

    /// Nil for what nobody says.
    init?(_ bytes: [UInt8]) {
        guard let code = bytes.first.map(Int.init) else { return nil }
        if code == Self.plain.count {
            self = .notice(String(decoding: bytes.dropFirst(), as: UTF8.self))
        } else if Self.plain.indices.contains(code) {
            self = Self.plain[code]
        } else {
            return nil
        }
    }
}
