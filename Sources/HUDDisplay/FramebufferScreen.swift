package import HUDPixels
internal import HUDSystem

/// A framebuffer that can be drawn on, before it is.
package struct FramebufferCandidate {
    let device: any FramebufferDevice
    let geometry: FramebufferGeometry
    let format: PixelFormat
    let pacer: FramePacer

    init(
        _ device: any FramebufferDevice, _ geometry: FramebufferGeometry, _ format: PixelFormat,
        _ pacer: FramePacer
    ) {
        self.device = device
        self.geometry = geometry
        self.format = format
        self.pacer = pacer
    }

    /// For a framebuffer that no card stands behind: `period` in nanoseconds from frame to frame.
    package init(_ device: any FramebufferDevice, period: Int64) throws(DisplayError) {
        let geometry = try display { () throws(SystemError) in try device.geometry() }
        let format = try geometry.format()
        self.init(device, geometry, format, FramePacer(nil, crtc: 0, period: period))
    }

    /// The way, for messages: "framebuffer /dev/fb0 (bochs-drmdrmfb), 1024x768, ...".
    var description: String {
        "framebuffer \(device.path) (\(device.driver)), \(geometry.description)"
    }
}

/// The HUD in the memory of a framebuffer on which the program below draws too.
package final class FramebufferScreen: Screen {
    package let name: String
    package let size: Size
    private let device: any FramebufferDevice
    private let geometry: FramebufferGeometry
    private let pacer: FramePacer
    private let journal: Journal
    private let saveUnder: SaveUnder
    private let note: (String) -> Void
    private var last: (layer: Layer, pose: Pose)?
    private var isGivenBack = false

    /// Takes what the screen shows in `region` into the journal; nothing is drawn.
    package init(
        _ candidate: FramebufferCandidate, region: Rect, journal: Journal, note: @escaping (String) -> Void
    ) throws(DisplayError) {
        device = candidate.device
        geometry = candidate.geometry
        pacer = candidate.pacer
        name = "framebuffer \(device.path) (\(device.driver))"
        size = geometry.size
        self.journal = journal
        self.note = note
        guard let area = SaveUnder.area(for: region, geometry, candidate.format) else {
            throw DisplayError(.failed, "the HUD's place is outside of \(name)")
        }
        let record = JournalRecord(path: device.path, geometry: geometry, area: area)
        let rows = try journal.prepare(record)
        let saveUnder = SaveUnder(device, geometry, candidate.format, area: area, rows: rows)
        self.saveUnder = saveUnder
        do throws(SystemError) {
            try saveUnder.capture()
        } catch {
            journal.clear()
            throw DisplayError(error)
        }
        journal.arm()
    }

    package var descriptor: Int32? { pacer.descriptor }
    package var nextFrame: Int64 { pacer.nextFrame }
    package func glassTime(at now: Int64) -> Int64 { pacer.glassTime(at: now) }
    package func drain() { pacer.drain() }

    package func present(_ layer: Layer, _ pose: Pose) throws(DisplayError) {
        if isGivenBack { return }
        let begin = Clock.now()
        let isMoved = last == nil || last!.layer !== layer || last!.pose != pose
        var part = saveUnder.rows(of: pose.bounds(of: layer.size))
        if isMoved, let last {
            part = Self.cover(part, saveUnder.rows(of: last.pose.bounds(of: last.layer.size)))
        }
        guard try isUnchanged() else {
            throw DisplayError(.failed, "\(name) has changed its size or layout")
        }
        try display { () throws(SystemError) in
            try saveUnder.show(layer, pose, in: part, isMoved: isMoved)
        }
        last = (layer, pose)
        pacer.didPresent(at: begin)
    }

    /// The rows of both, and those between them.
    private static func cover(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
        if a.isEmpty { return b }
        if b.isEmpty { return a }
        return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }

    package func giveBack() throws(DisplayError) {
        if isGivenBack { return }
        pacer.stop()
        // Where this throws the journal stays pending: whoever looks after this process tries again.
        if try isUnchanged() {
            _ = try display { () throws(SystemError) in try saveUnder.restore() }
        } else {
            note("\(name) has changed its size or layout: what was below the HUD is not put back")
        }
        isGivenBack = true
        journal.clear()
    }

    /// What is drawn now lies where it lay.
    private func isUnchanged() throws(DisplayError) -> Bool {
        let now = try display { () throws(SystemError) in try device.geometry() }
        return now.hasLayout(of: geometry)
    }
}
