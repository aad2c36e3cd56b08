internal import Glibc

/// The head of a journal's file: what kind of record it is, numbers, and a device's path.
///
/// Whoever is in the group can write the file: what the numbers say is not believed before it is checked.
struct RecordHead {
    static let bytes = 4096
    private static let pathBytes = 1024
    /// So many fit before the path; a record may write those that it does not begin with itself.
    private static let mostWords = 126

    private static let stateOffset = 8
    private static let wordsOffset = 16
    private static let pathOffset = 1024

    /// Where a number is, in bytes.
    static func offset(ofWord index: Int) -> Int { wordsOffset + index * 8 }

    let magic: UInt64
    let words: [UInt64]
    let path: String

    init(magic: UInt64, words: [UInt64], path: String) {
        self.magic = magic
        self.words = words
        self.path = path
    }

    /// Writes it into memory of `bytes`; nothing is pending yet.
    func write(to base: UnsafeMutableRawPointer) {
        memset(base, 0, Self.bytes)
        for (index, word) in words.enumerated() {
            base.storeBytes(of: word, toByteOffset: Self.offset(ofWord: index), as: UInt64.self)
        }
        for (index, byte) in path.utf8.prefix(Self.pathBytes - 1).enumerated() {
            base.storeBytes(of: byte, toByteOffset: Self.pathOffset + index, as: UInt8.self)
        }
        base.storeBytes(of: magic, as: UInt64.self)
    }

    /// Takes it from a file; nil where it is of another kind, or the path has no end.
    init?(_ file: UnsafeRawBufferPointer, magic: UInt64) {
        guard file.count >= Self.bytes, file.loadUnaligned(as: UInt64.self) == magic else { return nil }
        let characters = file[Self.pathOffset..<(Self.pathOffset + Self.pathBytes)].prefix { $0 != 0 }
        guard characters.count < Self.pathBytes else { return nil }
        self.init(
            magic: magic,
            words: (0..<Self.mostWords).map {
                file.loadUnaligned(fromByteOffset: Self.offset(ofWord: $0), as: UInt64.self)
            },
            path: String(decoding: characters, as: UTF8.self))
    }

    /// Says whether a screen must be put back.
    static func setPending(_ isPending: Bool, in base: UnsafeMutableRawPointer) {
        base.storeBytes(of: isPending ? 1 : 0, toByteOffset: stateOffset, as: UInt64.self)
    }

    /// Whether the first bytes of a file say so.
    static func isPending(_ file: UnsafeRawBufferPointer) -> Bool {
        let kinds = [JournalRecord.magic, PrimaryRecord.magic, PropertyRecord.magic]
        return file.count >= stateOffset + 8 && kinds.contains(file.loadUnaligned(as: UInt64.self))
            && file.loadUnaligned(fromByteOffset: stateOffset, as: UInt64.self) == 1
    }
}
