internal import Glibc
internal import HUDSystem

/// What a journal says of a plane whose properties were changed: what they were. They outlive the process that
/// changed them, and the next user of the plane would be half transparent.
struct PropertyRecord: Equatable {
    /// The card.
    let path: String
    let assignments: [DRMAssignment]

    /// "HUDPROP" and the version.
    static let magic = UInt64(0x4855_4450_524F_5001)
    private static let wordsOffset = 16
    private static let pathOffset = 1024
    /// What fits before the path.
    private static let most = 32

    init(path: String, assignments: [DRMAssignment]) {
        self.path = path
        self.assignments = Array(assignments.prefix(Self.most))
    }

    /// Writes the head; nothing is pending yet.
    func write(to base: UnsafeMutableRawPointer) {
        memset(base, 0, JournalRecord.headBytes)
        let words =
            [UInt64(assignments.count)]
            + assignments.flatMap { [UInt64($0.object), UInt64($0.property), $0.value] }
        for (index, word) in words.enumerated() {
            base.storeBytes(of: word, toByteOffset: Self.wordsOffset + index * 8, as: UInt64.self)
        }
        for (index, byte) in path.utf8.prefix(JournalRecord.pathBytes - 1).enumerated() {
            base.storeBytes(of: byte, toByteOffset: Self.pathOffset + index, as: UInt8.self)
        }
        base.storeBytes(of: Self.magic, as: UInt64.self)
    }

    /// Takes the head of a file; nil where it is none, or anything in it cannot be. The kernel checks the values,
    /// and whoever can write the file can set them himself.
    init?(_ head: UnsafeRawBufferPointer) {
        guard head.count >= JournalRecord.headBytes, head.loadUnaligned(as: UInt64.self) == Self.magic else {
            return nil
        }
        func word(_ index: Int) -> UInt64 {
            head.loadUnaligned(fromByteOffset: Self.wordsOffset + index * 8, as: UInt64.self)
        }
        let count = word(0)
        let characters = head[Self.pathOffset..<(Self.pathOffset + JournalRecord.pathBytes)].prefix {
            $0 != 0
        }
        let path = String(decoding: characters, as: UTF8.self)
        guard (1...UInt64(Self.most)).contains(count), DRMPath.isCard(path) else { return nil }
        self.init(
            path: path,
            assignments: (0..<Int(count)).map {
                DRMAssignment(
                    object: UInt32(truncatingIfNeeded: word(1 + 3 * $0)),
                    property: UInt32(truncatingIfNeeded: word(2 + 3 * $0)), value: word(3 + 3 * $0))
            })
    }

    /// Sets the properties as they were; throws EBUSY where somebody else is master now. A card that `isMaster` is
    /// left so.
    func restore(on device: any DRMDevice, isMaster: Bool = false) throws(SystemError) {
        _ = device.enableAtomic()
        let request = try device.prepare(assignments)
        if !isMaster { try device.becomeMaster() }
        defer { if !isMaster { device.dropMaster() } }
        try device.commit(request, .waiting)
    }
}

enum DRMPath {
    /// "/dev/dri/card0" and the like, and nothing else.
    static func isCard(_ path: String) -> Bool {
        let number = path.dropFirst("/dev/dri/card".count)
        return path.hasPrefix("/dev/dri/card") && (1...4).contains(number.utf8.count)
            && number.utf8.allSatisfy { 48...57 ~= $0 }
    }
}
