internal import HUDDisplay
package import HUDInput
internal import HUDSystem

/// What a supervised process tells the one that supervises it. A message is a byte of kind and then parts
/// (`PartWriter`), at most `Channel.capacity` bytes in all; texts are cut to fit.
package enum Report: Equatable {
    /// A line for the user.
    case notice(String)
    /// The first frame is on glass, or will be within this frame, on so many displays.
    case onGlass(displays: Int)
    /// Every device is held off that can be.
    case inputHeld
    /// Input is being let go.
    case inputFlows
    /// The screen is given back; what is waited for is input.
    case cleared
    /// What became of an input device.
    case input(InputRecord)
    /// The answer to the question of this number.
    case alive(UInt64)
    /// With the descriptor of a card, which is needed to put back what this part of the journal says.
    case cardShared(part: UInt8)
    /// That card is not needed any more.
    case cardReleased(part: UInt8)
    /// The last word: how it ended.
    case ended(ShowEnding)

    private enum Code: UInt8 {
        case notice, onGlass, inputHeld, inputFlows, cleared, input, alive, cardShared, cardReleased, ended
    }

    /// The longest text of a message, in bytes.
    private static let longestText = Channel.capacity - 64
    /// The longest text of a device, in bytes.
    private static let longestName = 256

    /// Whether the show goes on as well without it.
    var mayBeDropped: Bool {
        if case .notice = self { true } else { false }
    }

    package var bytes: [UInt8] {
        var writer = PartWriter()
        let code: Code
        switch self {
        case .notice(let line):
            code = .notice
            writer.add(line, most: Self.longestText)
        case .onGlass(let displays):
            code = .onGlass
            writer.add(UInt64(displays))
        case .inputHeld: code = .inputHeld
        case .inputFlows: code = .inputFlows
        case .cleared: code = .cleared
        case .input(let record):
            code = .input
            for text in [
                record.path, record.name, record.policy.rawValue, record.reason, record.state.rawValue,
            ] {
                writer.add(text, most: Self.longestName)
            }
            for number in [
                record.kind.rawValue, record.discarded, record.held, record.replayed, record.lost,
                record.overflows, record.halfHeard,
            ] {
                writer.add(Int64(number))
            }
        case .alive(let number):
            code = .alive
            writer.add(number)
        case .cardShared(let part):
            code = .cardShared
            writer.add([part])
        case .cardReleased(let part):
            code = .cardReleased
            writer.add([part])
        case .ended(let ending):
            code = .ended
            ending.write(to: &writer, most: Self.longestText)
        }
        return [code.rawValue] + writer.bytes
    }

    /// nil where anything in the bytes cannot be.
    package init?(bytes: [UInt8]) {
        guard let code = bytes.first.flatMap(Code.init(rawValue:)) else { return nil }
        var reader = PartReader(bytes.dropFirst())
        switch code {
        case .notice:
            guard let line = reader.text() else { return nil }
            self = .notice(line)
        case .onGlass:
            guard let displays = reader.number(), displays < 1000 else { return nil }
            self = .onGlass(displays: Int(displays))
        case .inputHeld: self = .inputHeld
        case .inputFlows: self = .inputFlows
        case .cleared: self = .cleared
        case .input:
            guard let record = InputRecord(from: &reader) else { return nil }
            self = .input(record)
        case .alive:
            guard let number = reader.number() else { return nil }
            self = .alive(number)
        case .cardShared:
            guard let part = reader.next()?.first else { return nil }
            self = .cardShared(part: part)
        case .cardReleased:
            guard let part = reader.next()?.first else { return nil }
            self = .cardReleased(part: part)
        case .ended:
            guard let ending = ShowEnding(from: &reader) else { return nil }
            self = .ended(ending)
        }
    }
}

extension InputRecord {
    fileprivate init?(from reader: inout PartReader) {
        guard let path = reader.text(), let name = reader.text(),
            let policy = reader.text().flatMap(InputPolicy.init(rawValue:)), let reason = reader.text(),
            let state = reader.text().flatMap(State.init(rawValue:))
        else { return nil }
        let numbers = (0..<7).compactMap { _ in reader.signed().flatMap { Int(exactly: $0) } }
        guard numbers.count == 7, let kind = InputKind(rawValue: numbers[0]) else { return nil }
        self.init(path: path, name: name, kind: kind, policy: policy, reason: reason)
        self.state = state
        (discarded, held, replayed) = (numbers[1], numbers[2], numbers[3])
        (lost, overflows, halfHeard) = (numbers[4], numbers[5], numbers[6])
    }
}

extension ShowEnding {
    private static let kinds: [DisplayError.Kind] = [.noDisplay, .busy, .notPermitted, .failed]

    fileprivate func write(to writer: inout PartWriter, most: Int) {
        switch self {
        case .gone: writer.add([0])
        case .failed(let kind, let text):
            writer.add([1, UInt8(Self.kinds.firstIndex(of: kind)!)])
            writer.add(text, most: most)
        case .interrupted(let signal): writer.add([2, UInt8(truncatingIfNeeded: signal)])
        case .crashed(let text):
            writer.add([3])
            writer.add(text, most: most)
        }
    }

    fileprivate init?(from reader: inout PartReader) {
        guard let head = reader.next().map(Array.init) else { return nil }
        switch (head.first, head.count) {
        case (0, 1): self = .gone
        case (1, 2):
            guard Self.kinds.indices.contains(Int(head[1])), let text = reader.text() else { return nil }
            self = .failed(Self.kinds[Int(head[1])], text)
        case (2, 2): self = .interrupted(signal: Int32(head[1]))
        case (3, 1):
            guard let text = reader.text() else { return nil }
            self = .crashed(text)
        default: return nil
        }
    }
}
