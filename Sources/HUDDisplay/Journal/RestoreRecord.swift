internal import Glibc
internal import HUDSystem

/// What must be put back on a display, as it stands in a file of the journal.
///
/// Members of a group can write such files. So nothing in one is believed: it leads to no other device than a card or a
/// framebuffer, every number is checked, and the most that a false one can do is what its writer may do himself.
enum RestoreRecord: Equatable {
    /// A framebuffer has the HUD's pixels: the rows that follow say what was there.
    case pixels(PixelsRecord)
    /// A CRTC shows copies of a picture in its place.
    case picture(PictureRecord)
    /// A plane's properties were changed.
    case plane(PlaneRecord)
    /// A display that was dark is lit.
    case darkness(DarknessRecord)

    /// What is to be done about it.
    enum State: UInt64 {
        /// Nothing.
        case none = 0
        /// The process that draws has changed the display, or will at once.
        case pending = 1
        /// An earlier process changed it, and it could not be put back so far.
        case aside = 2
    }

    /// The kinds, each by its name and the version of its numbers.
    private enum Kind: UInt64 {
        /// "HUDJRNL", 1.
        case pixels = 0x4855_444A_524E_4C01
        /// "HUDFLIP", 2.
        case picture = 0x4855_4446_4C49_5002
        /// "HUDPROP", 1.
        case plane = 0x4855_4450_524F_5001
        /// "HUDDARK", 1.
        case darkness = 0x4855_4444_4152_4B01
    }

    // MARK: - The file
    //
    // Its head: kind, state, numbers, and the device's path. Rows follow from `headBytes` on.

    static let headBytes = 4096
    private static let stateOffset = 8
    private static let wordsOffset = 16
    private static let pathOffset = 1024
    private static let pathBytes = 1024
    /// So many numbers fit before the path. A record may write those that it does not begin with itself.
    private static let mostWords = 126

    /// Where a number is, in bytes.
    static func offset(ofWord index: Int) -> Int { wordsOffset + index * 8 }

    /// How large its file is.
    var fileBytes: Int {
        if case .pixels(let record) = self { return record.fileBytes }
        return Self.headBytes
    }

    private var kind: Kind {
        switch self {
        case .pixels: .pixels
        case .picture: .picture
        case .plane: .plane
        case .darkness: .darkness
        }
    }

    private var content: (words: [UInt64], path: String) {
        switch self {
        case .pixels(let record): (record.words, record.path)
        case .picture(let record): (record.words, record.path)
        case .plane(let record): (record.words, record.path)
        case .darkness(let record): (record.words, record.path)
        }
    }

    /// Writes the head into memory of `headBytes` or more; its state is `none`.
    func write(to base: UnsafeMutableRawPointer) {
        let (words, path) = content
        memset(base, 0, Self.headBytes)
        for (index, word) in words.prefix(Self.mostWords).enumerated() {
            base.storeBytes(of: word, toByteOffset: Self.offset(ofWord: index), as: UInt64.self)
        }
        for (index, byte) in path.utf8.prefix(Self.pathBytes - 1).enumerated() {
            base.storeBytes(of: byte, toByteOffset: Self.pathOffset + index, as: UInt8.self)
        }
        base.storeBytes(of: kind.rawValue, as: UInt64.self)
    }

    /// Takes what a file holds; nil where nothing is to be done, or anything in it cannot be.
    init?(_ file: UnsafeRawBufferPointer) {
        guard file.count >= Self.headBytes, Self.state(in: file) != .none,
            let kind = Kind(rawValue: file.loadUnaligned(as: UInt64.self))
        else { return nil }
        let characters = file[Self.pathOffset..<(Self.pathOffset + Self.pathBytes)].prefix { $0 != 0 }
        guard characters.count < Self.pathBytes else { return nil }
        let path = String(decoding: characters, as: UTF8.self)
        let words = (0..<Self.mostWords).map {
            file.loadUnaligned(fromByteOffset: Self.offset(ofWord: $0), as: UInt64.self)
        }
        let isCard = DevicePath.isCard(path)
        let isFramebuffer = DevicePath.isFramebuffer(path)
        var record: RestoreRecord?
        switch kind {
        case .pixels:
            if isFramebuffer {
                record = PixelsRecord(words, path, fileSize: file.count).map { .pixels($0) }
            }
        case .picture: if isCard { record = PictureRecord(words, path).map { .picture($0) } }
        case .plane: if isCard { record = PlaneRecord(words, path).map { .plane($0) } }
        case .darkness: if isFramebuffer { record = DarknessRecord(words, path).map { .darkness($0) } }
        }
        guard let record else { return nil }
        self = record
    }

    /// The state that the first bytes of a file say.
    static func state(in file: UnsafeRawBufferPointer) -> State {
        guard file.count >= stateOffset + 8, Kind(rawValue: file.loadUnaligned(as: UInt64.self)) != nil else {
            return .none
        }
        return State(rawValue: file.loadUnaligned(fromByteOffset: stateOffset, as: UInt64.self)) ?? .none
    }

    static func setState(_ state: State, in base: UnsafeMutableRawPointer) {
        base.storeBytes(of: state.rawValue, toByteOffset: stateOffset, as: UInt64.self)
    }

    static func setState(_ state: State, in file: borrowing FileDescriptor) throws(SystemError) {
        let word = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
        defer { word.deallocate() }
        word.storeBytes(of: state.rawValue, as: UInt64.self)
        try file.write(UnsafeRawBufferPointer(word), at: stateOffset)
    }
}
