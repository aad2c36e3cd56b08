internal import HUDDisplay
public import HUDInput
public import HUDScene
public import HUDStage
internal import HUDSystem

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
    private var show: ShowController?
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
            show = try ShowController { director in
                OneShot.show(
                    request, director: director, report: { director.tell($0) }, record: { director.tell($0) })
            }
        } catch {
            show = nil
            ending = .failed(.failed, error.description)
        }
    }

    /// Makes it say something else, if it is to be seen: in place, as often as one likes.
    public func update(_ hud: HUD) {
        request.hud = hud
        show?.update(hud)
    }

    /// Shows a HUD, in place where there is one, for `stay` nanoseconds from now on; `.max`: until it is told to leave.
    /// Where the last one has gone already it comes anew.
    public func show(_ hud: HUD, for stay: Int64 = .max) {
        request.hud = hud
        request.duration = stay
        takeEvents()
        if ending == nil {
            show?.show(hud, for: stay)
        } else {
            start()
        }
    }

    /// Lets it leave, once it has been seen for its least time.
    public func hide() {
        show?.hide()
    }

    /// Shows a last HUD in place for `stay` nanoseconds (nil: as its look says), lets it leave, and returns when it has
    /// gone: how it ended.
    @discardableResult
    public func finish(_ hud: HUD? = nil, for stay: Int64? = nil) -> ShowEnding {
        if let hud {
            show?.show(hud, for: stay ?? request.style[hud.kind].stay)
        } else {
            hide()
        }
        while ending == nil { takeEvent() }
        return ending ?? .gone
    }

    // MARK: - What it says

    /// Readable when `takeEvent` has something to take.
    public var descriptor: Int32? { ending == nil ? show?.descriptor : nil }

    /// Takes one thing that the show says, waiting for it.
    public func takeEvent() {
        switch show?.next() {
        case .notice(let line): report(line)
        case .onGlass: hasBeenSeen = true
        case .input(let input): record(input)
        case .ended(let how): ending = how
        case nil: break
        }
    }

    private func takeEvents() {
        while ending == nil, show?.hasNext == true { takeEvent() }
    }
}
