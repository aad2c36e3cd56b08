internal import HUDDisplay
internal import HUDInput
internal import HUDScene
internal import HUDSystem

/// What the processes of a show say to each other: one byte of kind, then a number or text. A HUD goes beside it, as a
/// file (`HUD.file`): its texts know no bound.
enum Message: Equatable {
    // From whoever directs a show to the front, and from the front to the worker.
    /// With a HUD's file: it is to be seen, for so long; `.max`: until it is told to leave.
    case show(stay: Int64)
    /// With a HUD's file: what is to be seen says this now.
    case update
    /// It leaves.
    case hide
    /// Take it away now.
    case leave
    /// Say that you are there.
    case ping

    // From the worker to the front, and, where somebody directs it, on to him.
    /// A line for the user.
    case notice(String)
    /// The first frame is on glass, or will be within this frame.
    case onGlass
    /// What became of an input device.
    case input(InputRecord)
    /// The display cannot be used; nothing is left on it.
    case failed(DisplayError.Kind, String)
    /// The HUD has gone and the screen is given back.
    case gone
    /// The process that draws died or hung, and the screen is given back.
    case crashed(String)
    /// A signal ended the show.
    case interrupted(Int32)
    /// Input is being let go.
    case inputFlows
    /// I am.
    case alive
    /// With the descriptor of a card, which is needed to put back what this part of the journal says.
    case cardShared(part: UInt8)
    /// That card is not needed any more.
    case released(part: UInt8)

    private enum Code: UInt8 {
        case show, update, hide, leave, ping
        case notice, onGlass, input, failed, gone, crashed, interrupted, inputFlows, alive, cardShared,
            released
    }

    var bytes: [UInt8] {
        switch self {
        case .show(let stay): [Code.show.rawValue] + Self.bytes(of: stay)
        case .update: [Code.update.rawValue]
        case .hide: [Code.hide.rawValue]
        case .leave: [Code.leave.rawValue]
        case .ping: [Code.ping.rawValue]
        case .notice(let text): [Code.notice.rawValue] + Self.bytes(of: text)
        case .onGlass: [Code.onGlass.rawValue]
        case .input(let record): [Code.input.rawValue] + record.fields.utf8
        case .failed(let kind, let text):
            [Code.failed.rawValue, Self.number(of: kind)] + Self.bytes(of: text)
        case .gone: [Code.gone.rawValue]
        case .crashed(let text): [Code.crashed.rawValue] + Self.bytes(of: text)
        case .interrupted(let signal): [Code.interrupted.rawValue, UInt8(truncatingIfNeeded: signal)]
        case .inputFlows: [Code.inputFlows.rawValue]
        case .alive: [Code.alive.rawValue]
        case .cardShared(let part): [Code.cardShared.rawValue, part]
        case .released(let part): [Code.released.rawValue, part]
        }
    }

    init?(_ bytes: [UInt8]) {
        guard let code = bytes.first.flatMap(Code.init(rawValue:)) else { return nil }
        let rest = bytes.dropFirst()
        let text = String(decoding: rest, as: UTF8.self)
        switch (code, rest.first) {
        case (.show, _):
            guard let stay = Self.number(rest) else { return nil }
            self = .show(stay: stay)
        case (.update, _): self = .update
        case (.hide, _): self = .hide
        case (.leave, _): self = .leave
        case (.ping, _): self = .ping
        case (.notice, _): self = .notice(text)
        case (.onGlass, _): self = .onGlass
        case (.input, _):
            guard let record = InputRecord(fields: text) else { return nil }
            self = .input(record)
        case (.failed, let number?):
            guard let kind = Self.kind(numbered: number) else { return nil }
            self = .failed(kind, String(decoding: rest.dropFirst(), as: UTF8.self))
        case (.gone, _): self = .gone
        case (.crashed, _): self = .crashed(text)
        case (.interrupted, let signal?): self = .interrupted(Int32(signal))
        case (.inputFlows, _): self = .inputFlows
        case (.alive, _): self = .alive
        case (.cardShared, let part?): self = .cardShared(part: part)
        case (.released, let part?): self = .released(part: part)
        case (.failed, nil), (.interrupted, nil), (.cardShared, nil), (.released, nil): return nil
        }
    }

    /// The longest text that is carried; a longer one is cut.
    private static let longest = Channel.capacity - 2

    private static func bytes(of text: String) -> some Sequence<UInt8> { text.utf8.prefix(longest) }

    private static func bytes(of number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> Int64($0 * 8)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
        bytes.count == 8 ? bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } : nil
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

    /// The same for an end that may have stopped reading: what there is no room for is dropped.
    func offer(_ message: Message, with descriptor: Int32? = nil) {
        offer(message.bytes, with: descriptor)
    }

    /// The next message, and the descriptor that came with it; nil when the other end is gone, or says what nobody
    /// understands.
    func receiveMessage() -> (Message, descriptor: Int32?)? {
        guard let (bytes, descriptor) = receive(), let message = Message(bytes) else { return nil }
        return (message, descriptor)
    }
}
