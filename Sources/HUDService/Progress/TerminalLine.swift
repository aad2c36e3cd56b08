/// The line that a program is printing, with what it redraws as a terminal would show it: text to the left of the cursor.
///
/// Programs draw a progress over the last one by a carriage return, by backspaces, or by escape sequences that move the
/// cursor or erase. What stood to the right of the cursor then is about to be overwritten, so it is dropped at once, and
/// a line is handed on before it changes like that.
package struct TerminalLine {
    /// Why a line is handed on.
    package enum Ending: Equatable, Sendable {
        /// A line feed, a carriage return or the end of the input.
        case line
        /// A NUL byte.
        case null
        /// The cursor goes back, or elsewhere.
        case moved
    }

    /// What is longer is cut: no program prints its progress that far to the right.
    package static let longest = 16_384
    /// Of a line that is redrawn, so much before the cursor is handed on.
    private static let longestMoved = 512
    /// More parameters of an escape sequence than these are none.
    private static let longestSequence = 256

    private enum State {
        case text
        case escape
        /// Between ESC and the last byte of a sequence such as the choice of a character set.
        case intermediate
        /// ESC [, up to a letter.
        case control
        /// ESC ] and the like, up to BEL or ESC \.
        case string
        case stringEscape
    }

    /// What is to the left of the cursor.
    package private(set) var text: [Unicode.Scalar] = []
    private var state = State.text
    private var parameters: [UInt8] = []
    /// The bytes of a character that is not complete yet, and how many it is going to have.
    private var partial: [UInt8] = []
    private var length = 0
    /// Whether something was printed since the line was handed on.
    private var isFresh = false
    private var isAtStart = true

    /// An empty line at the beginning of the output.
    package init() {}

    /// Takes the next bytes; `handOn` gets each line that ends or is about to change. What is no UTF-8 is repaired.
    package mutating func take(
        _ bytes: some Sequence<UInt8>, _ handOn: ([Unicode.Scalar], Ending) -> Void
    ) {
        for byte in bytes {
            switch state {
            case .text where byte >= 0x80: takePart(byte)
            case .text: takeByte(byte, handOn)
            case .escape: takeEscape(byte, handOn)
            case .intermediate: if !(0x20...0x2F).contains(byte) { state = .text }
            case .control: takeControl(byte, handOn)
            case .string, .stringEscape: takeString(byte, handOn)
            }
        }
    }

    /// The end of the input.
    package mutating func end(_ handOn: ([Unicode.Scalar], Ending) -> Void) {
        flushPartial()
        if isFresh { handOn(text, .line) }
        clear()
    }

    private mutating func clear() {
        text.removeAll(keepingCapacity: true)
        isFresh = false
    }

    // MARK: - Characters

    private mutating func takeByte(_ byte: UInt8, _ handOn: ([Unicode.Scalar], Ending) -> Void) {
        if !partial.isEmpty { flushPartial() }
        switch byte {
        case 0x20...0x7E, 0x09: append(Unicode.Scalar(byte))
        case 0x00, 0x0A...0x0D:
            if isFresh { handOn(text, byte == 0 ? .null : .line) }
            clear()
        case 0x08: goBack(by: 1, handOn)
        case 0x1B: state = .escape
        default: break
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        defer { isAtStart = false }
        // A byte order mark is no text.
        if isAtStart, scalar == "\u{FEFF}" { return }
        if scalar != " " { isFresh = true }
        if text.count < Self.longest { text.append(scalar) }
    }

    private mutating func takePart(_ byte: UInt8) {
        if byte & 0xC0 == 0x80, !partial.isEmpty {
            partial.append(byte)
        } else {
            if !partial.isEmpty { flushPartial() }
            partial = [byte]
            length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
        }
        if partial.count >= length { flushPartial() }
    }

    private mutating func flushPartial() {
        if partial.isEmpty { return }
        let characters = String(decoding: partial, as: UTF8.self).unicodeScalars
        partial.removeAll(keepingCapacity: true)
        characters.forEach { append($0) }
    }

    // MARK: - The cursor

    /// Before the line changes.
    private mutating func handOnMoved(_ handOn: ([Unicode.Scalar], Ending) -> Void) {
        if isFresh { handOn(Array(text.suffix(Self.longestMoved)), .moved) }
        isFresh = false
    }

    private mutating func goBack(by count: Int, _ handOn: ([Unicode.Scalar], Ending) -> Void) {
        handOnMoved(handOn)
        text.removeLast(min(count, text.count))
    }

    private mutating func go(to column: Int, _ handOn: ([Unicode.Scalar], Ending) -> Void) {
        if column < text.count { return goBack(by: text.count - column, handOn) }
        let blanks = min(column, Self.longest) - text.count
        if blanks > 0 { text += repeatElement(" ", count: blanks) }
    }

    private mutating func leaveLine(_ handOn: ([Unicode.Scalar], Ending) -> Void) {
        if isFresh { handOn(text, .line) }
        clear()
    }

    // MARK: - Escape sequences

    private mutating func takeEscape(_ byte: UInt8, _ handOn: ([Unicode.Scalar], Ending) -> Void) {
        state = .text
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            parameters.removeAll(keepingCapacity: true)
            state = byte == UInt8(ascii: "[") ? .control : .string
        case 0x20...0x2F: state = .intermediate
        // The cursor is saved, restored, or goes to another line.
        case UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "D"), UInt8(ascii: "E"), UInt8(ascii: "M"),
            UInt8(ascii: "c"):
            leaveLine(handOn)
        case 0x1B: state = .escape
        default: break
        }
    }

    private mutating func takeControl(_ byte: UInt8, _ handOn: ([Unicode.Scalar], Ending) -> Void) {
        switch byte {
        case 0x20...0x3F:
            if parameters.count < Self.longestSequence { parameters.append(byte) } else { state = .text }
            return
        case 0x40...0x7E: state = .text
        default:
            state = .text
            return takeByte(byte, handOn)
        }
        let number = Self.number(parameters)
        switch byte {
        case UInt8(ascii: "C"): go(to: text.count + max(1, number), handOn)
        case UInt8(ascii: "D"): goBack(by: max(1, number), handOn)
        case UInt8(ascii: "G"), UInt8(ascii: "`"): go(to: max(1, number) - 1, handOn)
        case UInt8(ascii: "K") where number > 0:
            // Erased, and the cursor stays.
            handOnMoved(handOn)
            text = Array(repeating: " ", count: text.count)
        case UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "H"),
            UInt8(ascii: "J"), UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "s"), UInt8(ascii: "u"):
            leaveLine(handOn)
        default: break
        }
    }

    /// The first parameter; 0 where there is none.
    private static func number(_ parameters: [UInt8]) -> Int {
        parameters.prefix { (0x30...0x39).contains($0) }.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func takeString(_ byte: UInt8, _ handOn: ([Unicode.Scalar], Ending) -> Void) {
        switch byte {
        case 0x07: endString(handOn)
        case UInt8(ascii: "\\") where state == .stringEscape: endString(handOn)
        case 0x1B: state = .stringEscape
        // One that has no end is not waited for.
        case 0x00, 0x0A, 0x0D:
            state = .text
            takeByte(byte, handOn)
        default:
            state = .string
            if parameters.count < Self.longestSequence { parameters.append(byte) }
        }
    }

    /// A terminal's own progress (OSC 9 ; 4 ; 1 ; PERCENT) is a line of its own.
    private mutating func endString(_ handOn: ([Unicode.Scalar], Ending) -> Void) {
        state = .text
        let words = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard words.count >= 4, words[0].elementsEqual("9".utf8), words[1].elementsEqual("4".utf8),
            words[2].elementsEqual("1".utf8)
        else { return }
        handOn(words[3].map { Unicode.Scalar($0) } + ["%"], .moved)
    }
}
