package import HUDPixels
internal import HUDSystem

/// The HUD in copies of the picture below, shown in its place.
///
/// The program below draws on into its own framebuffer, which is never written: nothing is restored but which
/// framebuffer is shown. That must be done, though, before the copies go: a process that dies is not enough
/// (seen: the display stays black), so the journal tells how, and `shareCard` gives the card to another process.
package final class KMSPrimaryScreen: FlippingScreen, Screen {
    private let plan: PrimaryPlan
    private let record: PictureRecord
    /// The part under the box is made here: a card's memory is slow to read, and is read once.
    private let scratch: UnsafeMutableRawBufferPointer

    private var last: DrawnFrame?
    /// Until then the frame on glass is good enough, if nothing moves.
    private var holdEnd: Int64?

    /// While the box stands still, the picture below is copied this often (nanoseconds).
    private static let holdPeriod: Int64 = 33_000_000

    /// Shows nothing yet. `clock` is CLOCK_MONOTONIC; `shareCard` gets the card's descriptor, for a process that
    /// outlives this one.
    package init(
        _ plan: PrimaryPlan, region: Rect, journal: JournalPart, clock: @escaping () -> Int64,
        shareCard: (Int32) -> Void
    ) throws(DisplayError) {
        self.plan = plan
        let part = region.intersection(Rect(plan.output.size))
        let bytes = part.width * part.height * plan.picture.surface.format.bytesPerPixel
        scratch = .allocate(byteCount: max(64, bytes), alignment: 64)
        record = PictureRecord(
            path: plan.output.device.path, crtc: plan.output.crtc.id, below: plan.below,
            copies: plan.buffers.map(\.framebuffer), view: plan.view)
        super.init(plan.output, name: plan.description, journal: journal, clock: clock)
        try journal.prepare(.picture(record))
        journal.arm()
        shareCard(device.descriptor)
    }

    deinit {
        scratch.deallocate()
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
        let isShown = try show(next, at: now) { () throws(SystemError) in
            try device.flip(crtc: output.crtc.id, to: plan.buffers[next].framebuffer)
        }
        last = isShown ? DrawnFrame(layer, pose) : nil
        holdEnd = now + Self.holdPeriod
    }

    /// What is shown is a copy, or the picture that the copies are of.
    private func check() throws(DisplayError) {
        let crtc = try crtc()
        if crtc.mode != nil, crtc.x != plan.view.x || crtc.y != plan.view.y {
            throw DisplayError(.failed, "\(output.description) has changed its size")
        }
        if crtc.framebuffer == plan.below {
            // Put back by the kernel (a change of the console) or not shown yet.
            holdEnd = nil
        } else if crtc.framebuffer != 0, !plan.buffers.contains(where: { $0.framebuffer == crtc.framebuffer })
        {
            throw busy
        }
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

    package func giveBack() throws(DisplayError) {
        if isGivenBack { return }
        isGivenBack = true
        defer { device.close() }
        do throws(SystemError) {
            try record.flipBack(on: device)
        } catch {
            // The copies stay: without them the display is black. The other process that has the card puts it back.
            plan.picture.unmap()
            throw DisplayError(error)
        }
        plan.discard()
        journal.clear()
    }
}
