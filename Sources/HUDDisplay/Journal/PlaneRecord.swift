internal import Glibc
internal import HUDSystem

/// A plane whose properties were changed: what they were. They outlive the process that changed them, and the next
/// program that uses the plane would be half transparent.
struct PlaneRecord: Equatable {
    /// The card.
    let path: String
    /// They take the plane off and set everything else as it was.
    let assignments: [DRMAssignment]

    /// What fits before the path.
    private static let most = 32

    init(path: String, assignments: [DRMAssignment]) {
        self.path = path
        self.assignments = Array(assignments.prefix(Self.most))
    }

    var words: [UInt64] {
        [UInt64(assignments.count)]
            + assignments.flatMap { [UInt64($0.object), UInt64($0.property), $0.value] }
    }

    /// Takes the numbers of a file; nil where they cannot be. The kernel checks the values, and a user who can write the
    /// file can set them himself.
    init?(_ words: [UInt64], _ path: String) {
        guard (1...UInt64(Self.most)).contains(words[0]) else { return nil }
        self.init(
            path: path,
            assignments: stride(from: 1, to: 1 + 3 * Int(words[0]), by: 3).map {
                DRMAssignment(
                    object: UInt32(truncatingIfNeeded: words[$0]),
                    property: UInt32(truncatingIfNeeded: words[$0 + 1]), value: words[$0 + 2])
            })
    }

    // MARK: - Looking

    private func planes(of device: any DRMDevice) -> [DRMPlane] {
        device.planes().filter { plane in assignments.contains { $0.object == plane.id } }
    }

    /// Whether nothing is left that matters: the plane is off (or has gone with its card), and what would change the next
    /// picture on it is as it was. Where it stood while it was on does not matter: who uses it sets that.
    func isUndone(on device: any DRMDevice) -> Bool {
        planes(of: device).allSatisfy { plane in
            plane.state.framebuffer == 0
                && assignments.allSatisfy { assignment in
                    guard assignment.object == plane.id,
                        let property = plane.properties.first(where: { $0.id == assignment.property })
                    else { return true }
                    return PlaneSettings.places.contains(property.name) || property.value == assignment.value
                }
        }
    }

    /// Whether the plane shows something.
    private func isInUse(on device: any DRMDevice) -> Bool {
        planes(of: device).contains { $0.state.framebuffer != 0 }
    }

    // MARK: - Putting back

    /// A commit is tried so often, so far apart, while another one is under way.
    private static let tries = 20
    private static let pause: Int64 = 2_000_000

    /// What is known of the plane before it is set.
    enum Use {
        /// It shows this process' own buffers, or those of a lease that the process which died had.
        case own
        /// The process that died had opened the card for itself, so its buffers have gone: what the plane shows now is
        /// another program's, as its properties are.
        case unknown
    }

    /// Takes the plane off, sets the properties as they were, and looks whether they are; false where there was nothing
    /// to do.
    ///
    /// - Parameter isMaster: the card is master and is left so.
    /// - Throws: EBUSY where another process is master now, or what the driver says.
    @discardableResult
    func putBack(on device: any DRMDevice, _ use: Use, isMaster: Bool = false) throws(SystemError) -> Bool {
        _ = device.enableAtomic()
        var failure = SystemError("set a plane as it was on", path, code: EIO)
        for attempt in 0..<Self.tries {
            if attempt > 0 { Clock.sleep(until: Clock.now() + Self.pause) }
            if use == .unknown, isUndone(on: device) || isInUse(on: device) { return attempt > 0 }
            do throws(SystemError) {
                let request = try device.prepare(assignments)
                if !isMaster { try device.becomeMaster() }
                defer { if !isMaster { device.dropMaster() } }
                try device.commit(request, .waiting)
                if isUndone(on: device) { return true }
            } catch {
                if !error.isBusy { throw error }
                failure = error
            }
        }
        throw failure
    }
}
