internal import CDRM
internal import Glibc
internal import HUDSystem

/// A card that another program is master of, by the descriptor which that program has handed down.
///
/// The HUD opens the card for itself and has its buffers there: they go when this process does, and the plane goes dark with
/// them. The owner's descriptor is asked for one thing only: to show such a buffer on an overlay plane. So nothing changes
/// for the owner: not what it has told the kernel that it understands, not the events that it waits for, not who is
/// master.
final class BorrowedCard: LibDRM {
    private let owner: OwnersDescriptor
    private let show: BlockingCall
    /// What the last frame came to, where it could not be shown.
    private var failure: Int32?

    init(_ owner: OwnersDescriptor) throws(SystemError) {
        self.owner = owner
        show = try owner.planeCall()
        super.init(
            try FileDescriptor.open(device: owner.path, [.readWrite, .nonBlocking], major: LibDRM.major),
            wasFree: true, access: .guest)
        // A process that opens a card becomes its master if the owner has just ceased to be it.
        drmDropMaster(raw)
    }

    override func reopen() throws(SystemError) -> any DRMDevice { try BorrowedCard(owner) }

    override var isMaster: Bool { drmIsMaster(owner.raw) != 0 }

    /// The owner is it, or nothing can be shown.
    override func becomeMaster() throws(SystemError) {
        if !isMaster { throw SystemError("draw on", path, code: EBUSY) }
    }

    override func prepare(_ assignments: [DRMAssignment]) throws(SystemError) -> any DRMRequest {
        PlaneRequest(assignments, names: names)
    }

    /// A frame is awaited by another thread: the kernel returns when it is on glass. That it could not be shown is told
    /// when the next one is.
    override func commit(_ request: any DRMRequest, _ way: DRMCommit) throws(SystemError) {
        let request = request as! PlaneRequest
        if way != .nextFrame {
            settle()
            return try tell(PlaneRequest.show(request.words, by: owner))
        }
        if show.isUnderWay { return try tell(EBUSY) }
        let code = failure ?? 0
        failure = nil
        try tell(code)
        show.start(request.words)
    }

    private func tell(_ code: Int32) throws(SystemError) {
        if code != 0 { throw SystemError("show a plane of", path, code: code) }
    }

    override var descriptor: Int32 { show.descriptor }

    override func events(ofCRTC id: UInt32) throws(SystemError) -> [DRMEvent] {
        guard let code = show.result() else { return [] }
        failure = code == 0 ? nil : code
        return code == 0 ? [DRMEvent(kind: .flip, time: Clock.now())] : []
    }

    override func settle() { _ = show.wait() }

    override func close() {
        settle()
        super.close()
    }
}

/// The descriptor by which a program is master of a card, kept open as long as anything is asked of it.
final class OwnersDescriptor: Sendable {
    private let file: FileDescriptor

    init(_ raw: Int32, path: String) throws(SystemError) {
        file = try FileDescriptor.duplicate(raw: raw, path: path)
    }

    var raw: Int32 { file.raw }
    var path: String { file.path }

    func planeCall() throws(SystemError) -> BlockingCall {
        try BlockingCall { PlaneRequest.show($0, by: self) }
    }
}

/// What is to be shown on a plane, in the kernel's older words (SETPLANE), which need no capability: the plane's other
/// properties stay as they are.
final class PlaneRequest: DRMRequest {
    private static let names = [
        "CRTC_ID", "FB_ID", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "SRC_X", "SRC_Y", "SRC_W", "SRC_H",
    ]

    /// The plane, and a number for each of the names.
    let words: [UInt8]

    /// - Parameter names: the properties' names, by their numbers.
    init(_ assignments: [DRMAssignment], names: [UInt32: String]) {
        var values: [String: UInt64] = [:]
        for assignment in assignments {
            if let name = names[assignment.property] { values[name] = assignment.value }
        }
        let numbers =
            [assignments.first?.object ?? 0]
            + Self.names.map { UInt32(truncatingIfNeeded: values[$0] ?? 0) }
        words = numbers.withUnsafeBytes { Array($0) }
    }

    /// Returns when it is shown; 0 or an errno.
    static func show(_ words: [UInt8], by owner: OwnersDescriptor) -> Int32 {
        let numbers = words.withUnsafeBytes { bytes in
            (0...names.count).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        do throws(SystemError) {
            try LibDRM.call("drmModeSetPlane", owner.raw, "show a plane of", owner.path) {
                drmModeSetPlane(
                    owner.raw, numbers[0], numbers[1], numbers[2], 0, Int32(bitPattern: numbers[3]),
                    Int32(bitPattern: numbers[4]), numbers[5], numbers[6], numbers[7], numbers[8], numbers[9],
                    numbers[10])
            }
            return 0
        } catch {
            return error.code
        }
    }
}
