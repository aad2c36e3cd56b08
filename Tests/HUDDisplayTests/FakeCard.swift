import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem

/// A graphics card with a primary, two overlays and a cursor.
final class FakeCard: DRMDevice {
    let path: String
    let driver = "fakedrm"
    var wasFree = true
    let descriptor: Int32 = -1

    var isAtomic = true
    var isConnected = true
    /// DP-1, before the other, is lit too; no plane is for it.
    var hasSecondOutput = false
    var connectorName = "HDMI-A-1"
    /// How the panel is mounted.
    var orientation: String?
    var isActive = true
    var mode: DRMMode? = DRMMode(size: Size(width: 320, height: 240), period: 16_666_667)
    var planeList: [DRMPlane] = [
        .samplePrimary(31, Size(width: 320, height: 240)), .sample(32, .overlay),
        .sample(33, .overlay), .sample(34, .cursor),
    ]
    /// Of a lease it is master always, and as a guest as long as the owner is.
    var access = DRMAccess.own {
        didSet { isMaster = access != .own }
    }
    /// It has been pulled out.
    var isGone = false
    /// Another process is master.
    var isTaken = false
    var hasVblank = true
    /// What a commit answers; nil: it works.
    var onCommit: ((DRMCommit, [DRMAssignment]) -> Int32?)?
    /// Flips that are accepted send no event.
    var losesFlips = false

    /// The clock.
    var time: Int64 = 1_000_000_000
    var isMaster = false
    var isClosed = false
    var log: [String] = []
    var queue: [DRMEvent] = []
    var commits: [(way: DRMCommit, assignments: [DRMAssignment])] = []
    var buffers: [UInt32: FakeBuffer] = [:]
    private var nextFramebuffer: UInt32 = 1000
    /// What the primary plane shows before anything changes that.
    let picture = FakePicture()
    /// What a flip answers; nil: it works.
    var onFlip: ((UInt32) -> Int32?)?
    var flips: [UInt32] = []

    init(_ path: String = "/dev/dri/card7") {
        self.path = path
    }

    func becomeMaster() throws(SystemError) {
        if isGone { throw SystemError("draw on", path, code: ENODEV) }
        if access == .lease || access == .guest && isMaster { return }
        if isTaken || access == .guest { throw SystemError("draw on", path, code: EBUSY) }
        isMaster = true
    }

    func dropMaster() { isMaster = access != .own }

    func describe(framebuffer id: UInt32) throws(SystemError) -> DRMFramebuffer {
        if !isMaster { throw SystemError("read", path, code: EACCES) }
        return picture.description
    }

    func map(_ framebuffer: DRMFramebuffer, format: PixelFormat) throws(SystemError) -> any DRMPicture {
        if let code = picture.refusal { throw SystemError("map", path, code: code) }
        picture.opened += 1
        return picture
    }

    func release(_ framebuffer: DRMFramebuffer) { picture.released += 1 }

    func flip(crtc id: UInt32, to framebuffer: UInt32) throws(SystemError) {
        if !isMaster { throw SystemError("show", path, code: EACCES) }
        if let code = onFlip?(framebuffer) { throw SystemError("show", path, code: code) }
        guard framebuffer == picture.description.id || buffers[framebuffer] != nil, id == 50 else {
            throw SystemError("show", path, code: ENOENT)
        }
        flips.append(framebuffer)
        planeList[planeList.firstIndex { $0.kind == .primary }!].state.framebuffer = framebuffer
        if !losesFlips { queue.append(DRMEvent(kind: .flip, time: time)) }
    }

    func enableAtomic() -> Bool { isAtomic }

    func connectors() -> [DRMConnector] {
        [
            DRMConnector(id: 60, name: "DP-1", isConnected: hasSecondOutput, crtc: hasSecondOutput ? 49 : 0),
            DRMConnector(id: 61, name: "VR-1", isConnected: true, isNonDesktop: true, crtc: 49),
            DRMConnector(
                id: 62, name: connectorName, isConnected: isConnected, crtc: 50,
                millimetres: Size(width: 160, height: 120), orientation: orientation),
        ]
    }

    func crtcs() -> [DRMCRTC] {
        [
            DRMCRTC(id: 49, index: 0, isActive: true, mode: mode, framebuffer: hasSecondOutput ? 900 : 0),
            DRMCRTC(
                id: 50, index: 1, isActive: isActive, mode: mode,
                framebuffer: planeList.first { $0.kind == .primary }?.state.framebuffer ?? 0, x: picture.x,
                y: picture.y),
        ]
    }

    func planes() -> [DRMPlane] { planeList }

    func state(ofPlane id: UInt32) throws(SystemError) -> DRMPlane.State {
        if isClosed { throw SystemError("examine", path, code: EBADF) }
        if isGone { throw SystemError("examine", path, code: ENODEV) }
        return planeList.first { $0.id == id }!.state
    }

    func makeBuffer(_ size: Size, code: UInt32) throws(SystemError) -> any DRMBuffer {
        nextFramebuffer += 1
        let buffer = FakeBuffer(self, nextFramebuffer, size, code: code)
        buffers[buffer.framebuffer] = buffer
        return buffer
    }

    func prepare(_ assignments: [DRMAssignment]) throws(SystemError) -> any DRMRequest {
        FakeRequest(assignments)
    }

    func commit(_ request: any DRMRequest, _ way: DRMCommit) throws(SystemError) {
        let assignments = (request as! FakeRequest).assignments
        if !isMaster { throw SystemError("show", path, code: EACCES) }
        if let code = onCommit?(way, assignments) { throw SystemError("show", path, code: code) }
        commits.append((way, assignments))
        if way == .test && access != .guest { return }
        for index in planeList.indices {
            for change in assignments where change.object == planeList[index].id { apply(change, index) }
        }
        if way == .nextFrame && !losesFlips { queue.append(DRMEvent(kind: .flip, time: time)) }
    }

    private func apply(_ change: DRMAssignment, _ index: Int) {
        guard let place = planeList[index].properties.firstIndex(where: { $0.id == change.property }) else {
            return
        }
        planeList[index].properties[place].value = change.value
        switch planeList[index].properties[place].name {
        case "FB_ID": planeList[index].state.framebuffer = UInt32(change.value)
        case "CRTC_ID": planeList[index].state.crtc = UInt32(change.value)
        default: break
        }
    }

    func lastVblank(ofCRTC index: Int) throws(SystemError) -> Int64 {
        if !hasVblank { throw SystemError("find the vblank of", path, code: EOPNOTSUPP) }
        return time
    }

    func requestVblank(ofCRTC index: Int) throws(SystemError) {
        if !hasVblank { throw SystemError("wait for the vblank of", path, code: EOPNOTSUPP) }
        queue.append(DRMEvent(kind: .vblank, time: time))
    }

    func events(ofCRTC id: UInt32) throws(SystemError) -> [DRMEvent] {
        defer { queue = [] }
        return queue
    }

    /// How many buffers there were when all commits were awaited.
    var settled: [Int] = []
    func settle() { settled.append(buffers.count) }

    func reopen() throws(SystemError) -> any DRMDevice { self }

    func close() { isClosed = true }

    func plane(_ id: UInt32) -> DRMPlane { planeList.first { $0.id == id }! }

    func take(off id: UInt32) {
        planeList[planeList.firstIndex { $0.id == id }!].state = .init(crtc: 0, framebuffer: 0)
    }
}

extension FakeCard {
    static let xrgb8888: UInt32 = 0x3432_5258
    static let rgb565: UInt32 = 0x3631_4752
}

/// The picture of another program: noise, in a framebuffer larger than the mode.
final class FakePicture: DRMPicture {
    var description = DRMFramebuffer(
        id: 900, size: Size(width: 330, height: 250), code: FakeCard.xrgb8888, handles: [7], stride: 1400)
    var x = 0
    var y = 0
    var refusal: Int32?
    var opened = 0
    var released = 0
    private let bytes = 1400 * 250
    private let base: UnsafeMutableRawPointer

    init() {
        base = .allocate(byteCount: bytes, alignment: 64)
        draw(seed: 5)
    }

    deinit { base.deallocate() }

    /// The program below draws.
    func draw(seed: UInt64) {
        var noise = Noise(seed: seed)
        for offset in stride(from: 0, to: bytes, by: 8) {
            base.storeBytes(of: noise.next(), toByteOffset: offset, as: UInt64.self)
        }
    }

    var surface: Surface {
        Surface(
            base: base, size: description.size, stride: description.stride,
            format: description.code == FakeCard.rgb565 ? .rgb565 : .xrgb8888)
    }

    var contents: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: base, count: bytes)) }

    func unmap() { opened -= 1 }
}

final class FakeBuffer: DRMBuffer {
    let framebuffer: UInt32
    let surface: Surface
    private unowned let card: FakeCard

    init(_ card: FakeCard, _ framebuffer: UInt32, _ size: Size, code: UInt32) {
        self.card = card
        self.framebuffer = framebuffer
        let format: PixelFormat =
            code == FakeCard.rgb565 ? .rgb565 : code == FakeCard.xrgb8888 ? .xrgb8888 : .argb8888
        let stride = size.width * format.bytesPerPixel + 64
        let bytes = stride * size.height
        let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        // New memory may hold anything.
        base.initializeMemory(as: UInt8.self, repeating: 0xaa, count: bytes)
        surface = Surface(base: base, size: size, stride: stride, format: format)
    }

    func remove() {
        card.buffers[framebuffer] = nil
        for plane in card.planeList where plane.state.framebuffer == framebuffer { card.take(off: plane.id) }
    }

    deinit { surface.base.deallocate() }
}

final class FakeRequest: DRMRequest {
    let assignments: [DRMAssignment]
    init(_ assignments: [DRMAssignment]) { self.assignments = assignments }
}

extension DRMPlane {
    static let frame = [
        "FB_ID", "CRTC_ID", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "SRC_X", "SRC_Y", "SRC_W", "SRC_H",
    ]

    /// A primary plane that shows framebuffer 900 in the whole of `size`.
    static func samplePrimary(_ id: UInt32, _ size: Size) -> DRMPlane {
        var plane = sample(id, .primary, state: .init(crtc: 50, framebuffer: 900))
        for (name, value) in [("CRTC_W", size.width), ("CRTC_H", size.height)] {
            plane.set(name, UInt64(value))
            plane.set("SRC" + name.dropFirst(4), UInt64(value) << 16)
        }
        return plane
    }

    mutating func set(_ name: String, _ value: UInt64) {
        properties[properties.firstIndex { $0.name == name }!].value = value
    }

    static func sample(
        _ id: UInt32, _ kind: Kind, state: State = State(crtc: 0, framebuffer: 0), more: [DRMProperty] = []
    ) -> DRMPlane {
        let properties = frame.enumerated().map { DRMProperty(id: 100 + UInt32($0), name: $1, value: 0) }
        return DRMPlane(
            // CRTC 50, the second.
            id: id, kind: kind, possibleCRTCs: 2, state: state, formats: [0x3432_5258, 0x3432_5241],
            properties: properties + more)
    }
}
