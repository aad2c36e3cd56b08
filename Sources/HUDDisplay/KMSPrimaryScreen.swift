package import HUDPixels
internal import HUDSystem

/// The HUD in copies of the picture below, shown in its place.
///
/// The program below draws on into its own framebuffer, which is never written: nothing is restored but which
/// framebuffer is shown. That must be done, though, before the copies go: a process that dies is not enough
/// (seen: the display stays black), so the journal tells how, and `entrust` gives the card to another process.
package final class KMSPrimaryScreen: Screen {
    package let name: String
    package let size: Size
    package var millimetres: Size? { plan.output.connector.millimetres }
    private let plan: PrimaryPlan
    private let device: any DRMDevice
    private let journal: JournalPart
    private let record: PrimaryRecord
    private let clock: () -> Int64
    private var pacer: FlipPacer
    /// The part under the box is made here: a card's memory is slow to read, and is read once.
    private let scratch: UnsafeMutableRawBufferPointer

    private var last: DrawnFrame?
    /// Until then the frame on glass is good enough, if nothing moves.
    private var holdEnd: Int64?
    private var isGivenBack = false

    /// While the box stands still, what is below it is copied this often.
    private static let holdPeriod: Int64 = 33_000_000

    /// Shows nothing yet. `clock` is CLOCK_MONOTONIC; `entrust` gets the card's descriptor, for a process that
    /// outlives this one.
    package init(
        _ plan: PrimaryPlan, region: Rect, journal: JournalPart, clock: @escaping () -> Int64,
        entrust: (Int32) -> Void
    ) throws(DisplayError) {
        self.plan = plan
        self.clock = clock
        self.journal = journal
        device = plan.output.device
        name = plan.description
        size = plan.output.size
        pacer = FlipPacer(plan.output)
        let part = region.intersection(Rect(plan.output.size))
        let bytes = part.width * part.height * plan.picture.surface.format.bytesPerPixel
        scratch = .allocate(byteCount: max(64, bytes), alignment: 64)
        record = PrimaryRecord(
            path: device.path, crtc: plan.output.crtc.id, below: plan.below,
            copies: plan.buffers.map(\.framebuffer))
        try journal.prepare(record)
        journal.arm()
        entrust(device.descriptor)
    }

    deinit {
        scratch.deallocate()
    }

    package var descriptor: Int32? { isGivenBack ? nil : device.descriptor }

    package var nextFrame: Int64 { pacer.nextFrame }
    package func glassTime(at now: Int64) -> Int64 { pacer.glassTime(at: now) }

    package func drain() throws(DisplayError) {
        if !isGivenBack { try pacer.drain() }
    }

    package func present(_ layer: Layer, _ pose: Pose) throws(DisplayError) {
        if isGivenBack { return }
        let now = clock()
        if pacer.isFlipping(at: now) { return }
        try check()
        // Standing still, only the picture below can have changed, at no more than the usual rate.
        if let last, last.isSame(layer, pose), let wait = holdEnd, now < wait {
            pacer.rest(until: min(wait, now + pacer.period))
            return
        }
        let next = pacer.free
        fill(next, layer, pose)
        last = DrawnFrame(layer, pose)
        try flip(next, now)
        holdEnd = now + Self.holdPeriod
    }

    /// What is shown is a copy, or the picture that the copies are of.
    private func check() throws(DisplayError) {
        guard let crtc = crtc() else { throw DisplayError(.failed, "\(plan.output.description) has gone") }
        if let mode = crtc.mode, mode.size != size || crtc.x != plan.view.x || crtc.y != plan.view.y {
            throw DisplayError(.failed, "\(plan.output.description) has changed its size")
        }
        if crtc.framebuffer == plan.below {
            // Put back by the kernel (a change of the console) or not shown yet.
            holdEnd = nil
        } else if crtc.framebuffer != 0, !plan.buffers.contains(where: { $0.framebuffer == crtc.framebuffer })
        {
            throw .busy(device.path, DisplayOwner.find(card: device.path))
        }
    }

    private func crtc() -> DRMCRTC? {
        device.crtcs().first { $0.id == plan.output.crtc.id }
    }

    /// Makes a frame of what is below as it is now, and the box.
    private func fill(_ index: Int, _ layer: Layer, _ pose: Pose) {
        let below = plan.picture.surface.part(plan.view)
        let target = plan.buffers[index].surface.part(plan.view)
        let box = pose.bounds(of: layer.size).intersection(Rect(size))
        let bytes = below.format.bytesPerPixel
        guard box.width * box.height * bytes <= scratch.count, !box.isEmpty else {
            target.copyPixels(from: below)
            return
        }
        for part in [
            Rect(x: 0, y: 0, width: size.width, height: box.y),
            Rect(x: 0, y: box.y, width: box.x, height: box.height),
            Rect(x: box.maxX, y: box.y, width: size.width - box.maxX, height: box.height),
            Rect(x: 0, y: box.maxY, width: size.width, height: size.height - box.maxY),
        ] where !part.isEmpty {
            target.part(part).copyPixels(from: below.part(part))
        }
        let made = Surface(
            base: scratch.baseAddress!, size: box.size, stride: box.width * bytes, format: below.format)
        compose(layer, pose, over: below.part(box), into: made, x: box.x, y: box.y)
        target.part(box).copyPixels(from: made)
    }

    private func flip(_ index: Int, _ now: Int64) throws(DisplayError) {
        do throws(SystemError) {
            try device.becomeMaster()
        } catch {
            throw error.isMissing
                ? DisplayError(error) : .busy(device.path, DisplayOwner.find(card: device.path))
        }
        defer { device.dropMaster() }
        do throws(SystemError) {
            try device.flip(crtc: plan.output.crtc.id, to: plan.buffers[index].framebuffer)
            pacer.didFlip(to: index, at: now)
        } catch {
            // Somebody else's change is under way, or the display is dark now and shows nothing.
            guard error.isBusy || crtc()?.isActive != true else { throw DisplayError(error) }
            last = nil
            pacer.rest(until: now + pacer.period)
        }
    }

    package func giveBack() throws(DisplayError) {
        if isGivenBack { return }
        isGivenBack = true
        let isBack = record.flipBack(on: device)
        plan.discard()
        device.close()
        // Where it could not be done the journal stays, for whoever looks after this process.
        if isBack { journal.clear() }
    }
}
