internal import HUDSystem

/// What a journal says of a plane whose properties were changed: what they were. They outlive the process that
/// changed them, and the next user of the plane would be half transparent.
struct PropertyRecord: Equatable {
    /// The card.
    let path: String
    let assignments: [DRMAssignment]

    /// "HUDPROP" and the version.
    static let magic = UInt64(0x4855_4450_524F_5001)
    /// What fits before the path.
    private static let most = 32

    init(path: String, assignments: [DRMAssignment]) {
        self.path = path
        self.assignments = Array(assignments.prefix(Self.most))
    }

    var head: RecordHead {
        let numbers = assignments.flatMap { [UInt64($0.object), UInt64($0.property), $0.value] }
        return RecordHead(magic: Self.magic, words: [UInt64(assignments.count)] + numbers, path: path)
    }

    /// Takes the head of a file; nil where it is none, or anything in it cannot be. The kernel checks the values,
    /// and whoever can write the file can set them himself.
    init?(_ file: UnsafeRawBufferPointer) {
        guard let head = RecordHead(file, magic: Self.magic), DRMPath.isCard(head.path),
            (1...UInt64(Self.most)).contains(head.words[0])
        else { return nil }
        self.init(
            path: head.path,
            assignments: stride(from: 1, to: 1 + 3 * Int(head.words[0]), by: 3).map {
                DRMAssignment(
                    object: UInt32(truncatingIfNeeded: head.words[$0]),
                    property: UInt32(truncatingIfNeeded: head.words[$0 + 1]), value: head.words[$0 + 2])
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
