package import HUDPixels
internal import HUDSystem

/// The HUD on a hardware plane above whatever the display shows, which goes on below.
///
/// The card has no master for longer than a commit takes. No pixel is saved: taken off, or after a crash, the
/// plane is gone and the picture below is whole. Its properties are written down where they are changed: they
/// outlive the process.
package final class KMSOverlayScreen: FlippingScreen, Screen {
    private let plan: OverlayPlan
    private let record: PlaneRecord
    /// What a buffer gets is drawn here first.
    private let shadow: Layer
    /// What each buffer holds.
    private var held: [Held]

    /// A commit that must be tried again.
    private var refused: (index: Int, request: any DRMRequest)?
    /// The commit that shows what is to be seen.
    private var wanted: (index: Int, request: any DRMRequest)?
    /// The buffer of the newest commit, and what it shows.
    private var last: (index: Int, frame: DrawnFrame)?

    private enum Held {
        /// New memory may hold anything.
        case unknown
        /// The layer itself in the upper left corner, as it was at this version: for a plane that takes poses.
        case layer(Layer, version: Int)
        case frame(DrawnFrame)
    }

    /// `clock` is CLOCK_MONOTONIC; a test has its own.
    package init(
        _ plan: OverlayPlan, journal: JournalPart, clock: @escaping () -> Int64
    ) throws(DisplayError) {
        self.plan = plan
        shadow = Layer(size: plan.rect.size)
        held = plan.buffers.map { _ in .unknown }
        record = PlaneRecord(path: plan.output.device.path, assignments: plan.settings.takeOff())
        super.init(plan.output, name: plan.description, journal: journal, clock: clock)
        if mustBeUndone {
            try journal.prepare(.plane(record))
            journal.arm()
        }
    }

    /// What it leaves when it dies is more than the kernel takes away: changed properties, or a buffer in a lease that
    /// others have open, too.
    private var mustBeUndone: Bool {
        plan.takesPoses || !plan.settings.changesNothing || device.access == .lease
    }

    package func present(_ layer: Layer, _ pose: Pose) throws(DisplayError) {
        if isGivenBack { return }
        let now = clock()
        if pacer.isFlipping(at: now) { return }
        let state = try planeState()
        if let last, last.frame.isSame(layer, pose) {
            try hold(state, now)
        } else {
            let next = try frame(layer, pose)
            last = (next.index, DrawnFrame(layer, pose))
            wanted = next
            try commit(next.index, next.request, now)
        }
    }

    /// Makes the commit that shows a pose: by the plane's properties alone where the plane can, else by drawing it.
    private func frame(
        _ layer: Layer, _ pose: Pose
    ) throws(DisplayError) -> (index: Int, request: any DRMRequest) {
        let other = pacer.free
        let fits = layer.size.width <= plan.rect.width && layer.size.height <= plan.rect.height
        guard plan.takesPoses, fits else {
            fill(other, layer, pose)
            return (other, plan.requests[other])
        }
        var index = other
        if let shown = last?.index, version(in: shown, of: layer) == layer.version {
            index = shown
        } else {
            copy(layer, to: other)
        }
        let assignments = plan.settings.show(
            plan.buffers[index].framebuffer, crtc: output.crtc.id, at: pose.place(of: layer.size),
            of: layer.size, alpha: pose.alpha)
        return try display { () throws(SystemError) in (index, try device.prepare(assignments)) }
    }

    /// Which version of the layer itself a buffer holds.
    private func version(in index: Int, of layer: Layer) -> Int? {
        guard case .layer(let known, let version) = held[index], known === layer else { return nil }
        return version
    }

    /// What the buffer lacks of the layer itself.
    private func copy(_ layer: Layer, to index: Int) {
        let part = version(in: index, of: layer).map(layer.changes(since:)) ?? Rect(layer.size)
        held[index] = .layer(layer, version: layer.version)
        let target = plan.buffers[index].surface.part(part)
        layer.withPixels { target.copyPixels(from: $0.part(part)) }
    }

    /// What the buffer lacks of the frame. It is drawn in cached memory: a card's own is slow to read.
    private func fill(_ index: Int, _ layer: Layer, _ pose: Pose) {
        var part = plan.rect
        if case .frame(let old) = held[index] {
            part = old.difference(layer, pose).intersection(plan.rect)
        }
        held[index] = .frame(DrawnFrame(layer, pose))
        if part.isEmpty { return }
        let local = Rect(
            x: part.x - plan.rect.x, y: part.y - plan.rect.y, width: part.width, height: part.height)
        shadow.withSurface(of: local) { surface in
            draw(layer, pose, into: surface, x: part.x, y: part.y)
            plan.buffers[index].surface.part(local).copyPixels(from: surface)
        }
    }

    /// What the plane shows. Another program's picture stays there, and the HUD goes.
    private func planeState() throws(DisplayError) -> DRMPlane.State {
        let state = try display { () throws(SystemError) in
            try device.state(ofPlane: plan.settings.plane.id)
        }
        if state.framebuffer != 0, !plan.buffers.contains(where: { $0.framebuffer == state.framebuffer }) {
            takeOff()
            throw busy
        }
        return state
    }

    /// Looks whether the plane still shows what it should, and puts it back: a pan, a blank, a VT switch and a return of
    /// the console take it off, and none of them means the HUD.
    private func hold(_ state: DRMPlane.State, _ now: Int64) throws(DisplayError) {
        if let again = refused ?? wanted {
            let standing = DRMPlane.State(
                crtc: output.crtc.id, framebuffer: plan.buffers[again.index].framebuffer)
            if refused != nil || state != standing {
                // A change of the mode takes the plane off, too.
                _ = try crtc()
                return try commit(again.index, again.request, now)
            }
        }
        pacer.rest(until: now + pacer.period)
    }

    private func commit(
        _ index: Int, _ request: any DRMRequest, _ now: Int64
    ) throws(DisplayError) {
        do throws(DisplayError) {
            let isShown = try show(index, at: now) { () throws(SystemError) in
                try device.commit(request, .nextFrame)
            }
            refused = isShown ? nil : (index, request)
        } catch {
            if error.kind == .busy { takeOff() }
            throw error
        }
    }

    package func giveBack() throws(DisplayError) {
        if isGivenBack { return }
        if let error = takeOff() { throw error }
    }

    /// Takes the plane off, with every property as it was, and closes the card. Where another process is master now the
    /// properties cannot be set; removing the buffers takes the plane off all the same, and waits until it is.
    ///
    /// - Returns: why something is left that outlives the HUD; the journal says what.
    @discardableResult
    private func takeOff() -> DisplayError? {
        isGivenBack = true
        var failure: SystemError?
        // A guest changes nothing but what the plane shows.
        if device.access != .guest {
            do throws(SystemError) { try record.putBack(on: device, .own) } catch { failure = error }
        }
        device.settle()
        plan.discard()
        defer { device.close() }
        guard mustBeUndone else { return nil }
        if let failure, !record.isUndone(on: device) { return DisplayError(failure) }
        journal.clear()
        return nil
    }
}

extension Pose {
    /// The layer's edges in this pose, on whole pixels: what a plane that scales is told.
    fileprivate func place(of size: Size) -> Rect {
        let halfWidth = Double(size.width) * scale / 2
        let halfHeight = Double(size.height) * scale / 2
        let left = Int((centerX - halfWidth).rounded())
        let top = Int((centerY - halfHeight).rounded())
        return Rect(
            x: left, y: top, width: max(1, Int((centerX + halfWidth).rounded()) - left),
            height: max(1, Int((centerY + halfHeight).rounded()) - top))
    }
}
