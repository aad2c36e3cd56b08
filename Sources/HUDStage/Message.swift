internal import HUDDisplay
internal import HUDInput
internal import HUDSystem

/// What front and worker say to each other: one byte of kind, then text.
enum Message: Equatable {
    // Worker to front.
    /// A line for the user.
    case notice(String)
    /// The first frame is on glass, or will be within this frame.
    case onGlass
    /// Input is being let go.
    case inputFlows
    /// What became of an input device.
    case input(InputRecord)
    /// The display cannot be used; nothing is left on it.
    case failed(DisplayError.Kind, String)
    /// The HUD has gone and the screen is given back.
    case gone
    /// With the descriptor of a card, which is needed to put back what this part of the journal says.
    case entrusted(part: UInt8)
    /// That card is not needed any more.
    case released(part: UInt8)

    // Front to worker.
    /// Take it away now.
    case leave

    /// The longest text that is carried; a longer one is cut.
    private static let longest = Channel.capacity - 2

    var bytes: [UInt8] {
        switch self {
        case .notice(let text): [0x6E] + Array(text.utf8.prefix(Self.longest))
        case .onGlass: [0x73]
        case .inputFlows: [0x69]
        case .input(let record): [0x72] + record.fields.utf8
        case .failed(let kind, let text):
            [0x66, Self.number(of: kind)] + Array(text.utf8.prefix(Self.longest))
        case .gone: [0x67]
        case .entrusted(let part): [0x64, part]
        case .released(let part): [0x72, part]
        case .leave: [0x6C]
        }
    }

    init?(_ bytes: [UInt8]) {
        switch bytes.first {
        case 0x6E: self = .notice(String(decoding: bytes.dropFirst(), as: UTF8.self))
        case 0x73: self = .onGlass
        case 0x69: self = .inputFlows
        case 0x72:
            guard let record = InputRecord(fields: String(decoding: bytes.dropFirst(), as: UTF8.self)) else {
                return nil
            }
            self = .input(record)
        case 0x66:
            guard let kind = bytes.dropFirst().first.flatMap(Self.kind(numbered:)) else { return nil }
            self = .failed(kind, String(decoding: bytes.dropFirst(2), as: UTF8.self))
        case 0x67: self = .gone
        case 0x64 where bytes.count == 2: self = .entrusted(part: bytes[1])
        case 0x72 where bytes.count == 2: self = .released(part: bytes[1])
        case 0x6C: self = .leave
        default: return nil
        }
    }

    private static let kinds: [DisplayError.Kind] = [.noDisplay, .busy, .notPermitted, .failed]

    private static func number(of kind: DisplayError.Kind) -> UInt8 {
        UInt8(kinds.firstIndex(of: kind)!)
    }

    private static func kind(numbered number: UInt8) -> DisplayError.Kind? {
        kinds.indices.contains(Int(number)) ? kinds[Int(number)] : nil
    }
}

extension Channel {
    func send(_ message: Message, with descriptor: Int32? = nil) {
        send(message.bytes, with: descriptor)
    }

    /// The next message, and the descriptor that came with it; nil when the other end is gone, or says what nobody
    /// understands.
    func receiveMessage() -> (Message, descriptor: Int32?)? {
        guard let (bytes, descriptor) = receive(), let message = Message(bytes) else { return nil }
        return (message, descriptor)
    }
}
