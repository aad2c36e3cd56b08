internal import CDRM
internal import CLinux
internal import Glibc
internal import HUDPixels
internal import HUDSystem

/// A card through libdrm.
class LibDRM: DRMDevice {
    let path: String
    let driver: String
    let wasFree: Bool
    let access: DRMAccess
    private var file: FileDescriptor?
    let raw: Int32
    private let buffer: UnsafeMutableRawBufferPointer
    private let queue: DRMEventQueue
    /// Properties by id: planes share them, and each costs two calls.
    private var known: [UInt32: DRMProperty] = [:]

    /// Opens the card and lets go of it at once: a process that opens a card without a master becomes it.
    convenience init(_ path: String) throws(SystemError) {
        let opened = try FileDescriptor.open(
            device: path, [.readWrite, .nonBlocking], major: Self.major)
        let wasFree = drmDropMaster(opened.raw) == 0
        self.init(opened, wasFree: wasFree)
    }

    /// A lease of the card at `path`, by the descriptor that its owner handed down.
    convenience init(
        lease descriptor: Int32, of path: String, queue: DRMEventQueue = DRMEventQueue()
    ) throws(SystemError) {
        let file = try FileDescriptor.duplicate(raw: descriptor, path: path)
        self.init(file, wasFree: true, access: .lease, queue: queue)
    }

    /// A card that another process opened: it may be master still, and is left so.
    convenience init(shared file: consuming FileDescriptor) {
        self.init(file, wasFree: false)
    }

    init(
        _ opened: consuming FileDescriptor, wasFree: Bool, access: DRMAccess = .own,
        queue: DRMEventQueue = DRMEventQueue()
    ) {
        self.access = access
        self.queue = queue
        let path = opened.path
        self.wasFree = wasFree
        self.path = path
        raw = opened.raw
        let version = drmGetVersion(opened.raw)
        driver = version.map { String(cString: $0.pointee.name) } ?? "?"
        drmFreeVersion(version)
        buffer = .allocate(byteCount: 1024, alignment: 8)
        file = consume opened
    }

    deinit {
        buffer.deallocate()
    }

    /// The kernel's number for graphics cards among its drivers.
    static let major: UInt32 = 226

    var descriptor: Int32 { raw }

    func reopen() throws(SystemError) -> any DRMDevice {
        try access == .lease ? LibDRM(lease: raw, of: path, queue: queue) : LibDRM(path)
    }

    func close() {
        file = nil
    }

    func settle() {}

    var isMaster: Bool { drmIsMaster(raw) != 0 }

    func becomeMaster() throws(SystemError) {
        // The owner's right is neither taken nor dropped.
        if access != .own { return }
        try check("draw on", "drmSetMaster") { drmSetMaster(raw) }
    }

    func dropMaster() {
        if access == .own { drmDropMaster(raw) }
    }

    func enableAtomic() -> Bool {
        drmSetClientCap(raw, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0
            && drmSetClientCap(raw, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    }

    // MARK: - What is there

    func connectors() -> [DRMConnector] {
        guard let resources = drmModeGetResources(raw) else { return [] }
        defer { drmModeFreeResources(resources) }
        return ids(resources.pointee.connectors, resources.pointee.count_connectors).compactMap { id in
            // Current: no probing of the cable, which takes long and may flicker.
            guard let connector = drmModeGetConnectorCurrent(raw, id) else { return nil }
            defer { drmModeFreeConnector(connector) }
            let properties = properties(of: id, UInt32(DRM_MODE_OBJECT_CONNECTOR))
            let orientation = properties.first { $0.name == "panel orientation" }
            let type = drmModeGetConnectorTypeName(connector.pointee.connector_type)
            let width = Int(connector.pointee.mmWidth)
            let height = Int(connector.pointee.mmHeight)
            return DRMConnector(
                id: id,
                name: (type.map { String(cString: $0) } ?? "?") + "-\(connector.pointee.connector_type_id)",
                isConnected: connector.pointee.connection == DRM_MODE_CONNECTED,
                isNonDesktop: properties.first { $0.name == "non-desktop" }?.value == 1,
                crtc: properties.first { $0.name == "CRTC_ID" }.map { UInt32(truncatingIfNeeded: $0.value) }
                    ?? crtc(ofEncoder: connector.pointee.encoder_id),
                millimetres: width > 0 && height > 0 ? Size(width: width, height: height) : nil,
                orientation: orientation?.names.first { $0.value == orientation?.value }?.key)
        }
    }

    private func crtc(ofEncoder id: UInt32) -> UInt32 {
        guard id != 0, let encoder = drmModeGetEncoder(raw, id) else { return 0 }
        defer { drmModeFreeEncoder(encoder) }
        return encoder.pointee.crtc_id
    }

    func crtcs() -> [DRMCRTC] {
        guard let resources = drmModeGetResources(raw) else { return [] }
        defer { drmModeFreeResources(resources) }
        return ids(resources.pointee.crtcs, resources.pointee.count_crtcs).enumerated().compactMap {
            index, id in
            guard let crtc = drmModeGetCrtc(raw, id) else { return nil }
            defer { drmModeFreeCrtc(crtc) }
            let mode = crtc.pointee.mode_valid != 0 ? Self.mode(crtc.pointee.mode) : nil
            let active = properties(of: id, UInt32(DRM_MODE_OBJECT_CRTC)).first { $0.name == "ACTIVE" }
            return DRMCRTC(
                id: id, index: index, isActive: mode != nil && active?.value != 0, mode: mode,
                framebuffer: crtc.pointee.buffer_id, x: Int(crtc.pointee.x), y: Int(crtc.pointee.y))
        }
    }

    private static func mode(_ mode: drmModeModeInfo) -> DRMMode {
        let pixels = Int64(mode.htotal) * Int64(mode.vtotal)
        // clock is in kHz; an unset one says nothing about the rate.
        var period = mode.clock > 0 ? pixels * 1_000_000 / Int64(mode.clock) : 0
        if mode.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { period *= 2 }
        if period < 2_000_000 || period > 200_000_000 { period = 16_666_667 }
        return DRMMode(size: Size(width: Int(mode.hdisplay), height: Int(mode.vdisplay)), period: period)
    }

    func planes() -> [DRMPlane] {
        guard let resources = drmModeGetPlaneResources(raw) else { return [] }
        defer { drmModeFreePlaneResources(resources) }
        return ids(resources.pointee.planes, Int32(resources.pointee.count_planes)).compactMap { id in
            guard let plane = drmModeGetPlane(raw, id) else { return nil }
            defer { drmModeFreePlane(plane) }
            let properties = properties(of: id, UInt32(DRM_MODE_OBJECT_PLANE))
            guard let type = properties.first(where: { $0.name == "type" }),
                let kind = DRMPlane.Kind(rawValue: type.value)
            else { return nil }
            return DRMPlane(
                id: id, kind: kind, possibleCRTCs: plane.pointee.possible_crtcs,
                state: DRMPlane.State(crtc: plane.pointee.crtc_id, framebuffer: plane.pointee.fb_id),
                formats: ids(plane.pointee.formats, Int32(plane.pointee.count_formats)),
                properties: properties)
        }
    }

    func state(ofPlane id: UInt32) throws(SystemError) -> DRMPlane.State {
        guard let plane = drmModeGetPlane(raw, id) else {
            throw SystemError("examine", "plane \(id) of \(path)", code: errno)
        }
        defer { drmModeFreePlane(plane) }
        return DRMPlane.State(crtc: plane.pointee.crtc_id, framebuffer: plane.pointee.fb_id)
    }

    /// The names of those properties that have been read, by their numbers.
    var names: [UInt32: String] { known.mapValues(\.name) }

    private func ids(_ base: UnsafePointer<UInt32>?, _ count: Int32) -> [UInt32] {
        Array(UnsafeBufferPointer(start: base, count: base == nil ? 0 : Int(count)))
    }

    private func properties(of object: UInt32, _ type: UInt32) -> [DRMProperty] {
        guard let list = drmModeObjectGetProperties(raw, object, type) else { return [] }
        defer { drmModeFreeObjectProperties(list) }
        return (0..<Int(list.pointee.count_props)).compactMap { index in
            guard var property = property(list.pointee.props[index]) else { return nil }
            property.value = list.pointee.prop_values[index]
            return property
        }
    }

    private func property(_ id: UInt32) -> DRMProperty? {
        if let property = known[id] { return property }
        guard let info = drmModeGetProperty(raw, id) else { return nil }
        defer { drmModeFreeProperty(info) }
        let flags = info.pointee.flags
        let isRange = flags & UInt32(DRM_MODE_PROP_RANGE) != 0 && info.pointee.count_values == 2
        var names: [String: UInt64] = [:]
        for index in 0..<Int(max(0, info.pointee.count_enums)) {
            let entry = info.pointee.enums[index]
            names[Self.text(entry.name)] = entry.value
        }
        let property = DRMProperty(
            id: id, name: Self.text(info.pointee.name), value: 0,
            isImmutable: flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0,
            maximum: isRange ? info.pointee.values[1] : nil, names: names)
        known[id] = property
        return property
    }

    /// A name in a fixed array of characters.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    // MARK: - Buffers and commits

    func prepare(_ assignments: [DRMAssignment]) throws(SystemError) -> any DRMRequest {
        guard let request = AtomicRequest(assignments) else {
            throw SystemError("prepare a commit for", path, code: ENOMEM)
        }
        return request
    }

    func commit(_ request: any DRMRequest, _ way: DRMCommit) throws(SystemError) {
        let flags: UInt32 =
            switch way {
            case .test: UInt32(DRM_MODE_ATOMIC_TEST_ONLY)
            case .nextFrame: UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT)
            case .waiting: 0
            }
        let request = request as! AtomicRequest
        try check("show a plane of", "drmModeAtomicCommit") {
            drmModeAtomicCommit(raw, request.raw, flags, nil)
        }
    }

    // MARK: - Time

    func lastVblank(ofCRTC index: Int) throws(SystemError) -> Int64 {
        var wait = Self.vblank(index, 0, DRM_VBLANK_RELATIVE.rawValue)
        try check("find the vblank of", "drmWaitVBlank") { drmWaitVBlank(raw, &wait) }
        return Int64(wait.reply.tval_sec) * 1_000_000_000 + Int64(wait.reply.tval_usec) * 1000
    }

    func requestVblank(ofCRTC index: Int) throws(SystemError) {
        var wait = Self.vblank(index, 1, DRM_VBLANK_RELATIVE.rawValue | DRM_VBLANK_EVENT.rawValue)
        try check("wait for the vblank of", "drmWaitVBlank") { drmWaitVBlank(raw, &wait) }
    }

    private static func vblank(_ index: Int, _ sequence: UInt32, _ type: UInt32) -> drmVBlank {
        var wait = drmVBlank()
        wait.request.type = drmVBlankSeqType(
            rawValue: type | UInt32(index) << UInt32(DRM_VBLANK_HIGH_CRTC_SHIFT))
        wait.request.sequence = sequence
        return wait
    }

    func events(ofCRTC id: UInt32) throws(SystemError) -> [DRMEvent] {
        if let count = try read() { queue.add(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return queue.take(ofCRTC: id)
    }

    /// Whole events, as many as fit; nil when there are none.
    private func read() throws(SystemError) -> Int? {
        // A lease may be one whose reading waits.
        guard clinux_is_readable(raw) else { return nil }
        do throws(SystemError) {
            return try file?.read(into: buffer)
        } catch {
            if error.isBusy { return nil }
            throw error
        }
    }

    /// Makes a call of libdrm's, `name`, through the seam by which tests make calls fail.
    func check(_ operation: String, _ name: String, _ body: () -> Int32) throws(SystemError) {
        try LibDRM.call(name, raw, operation, path, body)
    }

    /// libdrm answers -1 with errno, or -errno.
    static func call(
        _ name: String, _ raw: Int32, _ operation: String, _ path: String, _ body: () -> Int32
    ) throws(SystemError) {
        _ = try Syscall.run(name, descriptor: raw, path: path) { () -> Int32 in
            let result = body()
            if result < -1 { errno = -result }
            return result < 0 ? -1 : result
        }.get(operation, path)
    }
}
