internal import HUDDisplay
public import HUDInput
public import HUDScene
public import HUDStage
package import HUDSystem

/// A HUD that a program shows, changes while it is on the screen, and lets leave, going on with its own work meanwhile.
///
/// A process of its own performs the show. Make it before the program starts threads, and use it from one thread. When
/// the program ends, or this goes, the HUD leaves.
///
/// ```swift
/// let hud = LiveHUD(ShowRequest(hud: HUD(.busy, label: "Copying")))
/// for file in files {
///     copy(file)
///     hud.update(HUD(.progress(part), label: "Copying"))
/// }
/// hud.finish(HUD(.success, label: "Copied"))
/// ```
public final class LiveHUD {
    private var request: ShowRequest
    private let report: (String) -> Void
    private let record: (InputRecord) -> Void
    private var show: SupervisedProcess?
    /// How the show ended, once it has.
    public private(set) var ending: ShowEnding?
    /// Whether it has been on glass.
    public private(set) var hasBeenSeen = false

    /// Shows `request`'s HUD for its time; `.max`: until it is told to leave.
    ///
    /// - Parameters:
    ///   - request: what is shown first, how, and where.
    ///   - report: gets lines for the user.
    ///   - record: gets what became of each input device, at the end.
    public init(
        _ request: ShowRequest, report: @escaping (String) -> Void = { _ in },
        record: @escaping (InputRecord) -> Void = { _ in }
    ) {
        self.request = request
        self.report = report
        self.record = record
        start()
    }

    private func start() {
        ending = nil
        hasBeenSeen = false
        let request = request
        do throws(SystemError) {
            show = try SupervisedProcess(keeping: request.placement.display.descriptors) { client in
                OneShot.perform(request, for: client)
            }
        } catch {
            show = nil
            ending = .failed(.failed, error.description)
        }
    }

    /// Makes it say something else, if it is to be seen: in place, as often as one likes.
    public func update(_ hud: HUD) {
        request.hud = hud
        _ = show?.update(hud)
    }

    /// Shows a HUD, in place where there is one, for `stay` nanoseconds from now on; `.max`: until it is told to leave.
    /// Where the last one has gone already it comes anew.
    public func show(_ hud: HUD, for stay: Int64 = .max) {
        request.hud = hud
        request.duration = stay
        takeEvents()
        if ending == nil {
            _ = show?.show(hud, for: stay)
        } else {
            start()
        }
    }

    /// Lets it leave, once it has been seen for its least time.
    public func hide() {
        show?.leave()
    }

    /// Shows a last HUD in place for `stay` nanoseconds (nil: as its look says), lets it leave, and returns when it has
    /// gone: how it ended.
    @discardableResult
    public func finish(_ hud: HUD? = nil, for stay: Int64? = nil) -> ShowEnding {
        conclude(hud, for: stay)
        do throws(SystemError) {
            let loop = try EventLoop()
            try watch(in: loop)
            while ending == nil { try turn(loop) }
        } catch {
            // Without a descriptor to wait with there is still what it tells.
            while ending == nil { takeEvent() }
        }
        return ending ?? .gone
    }

    /// The same; where one of `signals` that end a show comes meanwhile it leaves at once.
    ///
    /// - Throws: where the system has no descriptor left to wait with.
    @discardableResult
    package func finish(
        _ hud: HUD? = nil, for stay: Int64? = nil, unless signals: borrowing Signals
    ) throws(SystemError) -> ShowEnding {
        conclude(hud, for: stay)
        let loop = try EventLoop()
        var hasSignal = false
        try loop.watch(signals.descriptor) { _ in hasSignal = true }
        try watch(in: loop)
        while ending == nil {
            try turn(loop)
            while hasSignal, let signal = signals.next() {
                if Signals.ending.contains(signal) { leave() }
            }
            hasSignal = false
        }
        return ending ?? .gone
    }

    private func watch(in loop: EventLoop) throws(SystemError) {
        if let descriptor { try loop.watch(descriptor) { [unowned self] _ in takeEvent() } }
    }

    /// Waits for what the show says, or for the time when it must have said something.
    private func turn(_ loop: EventLoop) throws(SystemError) {
        guard let show else { return }
        try loop.turn(until: show.deadline)
        // Stopped, or hanging: its worker takes the HUD away when the process is gone.
        if ending == nil, show.isHanging(at: Clock.now()) {
            _ = show.kill()
            ending = .crashed("the process that shows the HUD did not answer and was stopped")
        }
    }

    private func conclude(_ hud: HUD?, for stay: Int64?) {
        if let hud {
            _ = show?.show(hud, for: stay ?? request.style[hud.kind].stay)
        } else {
            hide()
        }
        // It has no time known here by which it must be over: it is asked whether it is there.
        show?.question()
    }

    /// Takes it away now.
    package func leave() { show?.leaveNow(within: TimeBudgets.answer) }

    // MARK: - What it says

    /// Readable when `takeEvent` has something to take.
    public var descriptor: Int32? { ending == nil ? show?.descriptor : nil }

    /// Takes one thing that the show says, waiting for it.
    public func takeEvent() {
        guard ending == nil, let show else { return }
        guard let message = show.next() else {
            show.bury()
            ending = .crashed("the process that shows the HUD has ended")
            return
        }
        if let descriptor = message.descriptor { FileDescriptor.close(raw: descriptor) }
        switch message.report {
        case .notice(let line): report(line)
        case .onGlass: hasBeenSeen = true
        case .input(let input): record(input)
        case .ended(let how):
            ending = how
            show.bury()
        default: break
        }
    }

    private func takeEvents() {
        while ending == nil, show?.hasNext == true { takeEvent() }
    }
}
