internal import HUDDisplay
internal import HUDPixels
internal import HUDScene
internal import HUDSystem

/// Draws the HUD for each display of a show (`Displays` lists them), while they come and go. On another console than the one
/// that was on the screen at the beginning there is none.
final class Stage {
    /// How often displays are looked for that come, in nanoseconds.
    private static let lookPeriod: Int64 = 250_000_000

    private let displays: Displays
    private let scenes: Scenes
    private let loop: EventLoop
    private let console: ActiveConsole?
    private let home: String?
    private let note: (_ line: String, _ isDetail: Bool) -> Void
    /// The descriptors of screens that the loop watches.
    private var watched: [Int32] = []
    /// A screen has something to drain.
    private var hasEvents = false
    /// Descriptors whose other end has gone, since the last drain.
    private var gone: [Int32] = []
    private var nextLook: Int64 = 0
    private var hasBeenSeen = false
    private var told: Set<String> = []
    /// It is the own console's turn again, but a display could not be opened yet.
    private var isReturning = false

    /// Another console is on the screen.
    private(set) var isAway = false

    /// `loop` watches the screens and the console; `front` gets lines for the user, and the cards that it must hold.
    init(
        _ request: ShowRequest, fonts: FontSet, journal: Journal, front: Supervisor, loop: EventLoop
    ) throws(DisplayError) {
        let note = { (line: String, isDetail: Bool) in
            if request.isVerbose || !isDetail { front.send(.notice(line)) }
        }
        let scenes = Scenes(request, fonts) { note($0, false) }
        self.note = note
        self.scenes = scenes
        self.loop = loop
        displays = Displays(
            request.placement, journal: journal,
            region: { scenes.scene(for: $0, $1).reach(request.style.theme) },
            shareCard: { card, part in
                let part = UInt8(truncatingIfNeeded: part)
                front.send(card == nil ? .cardReleased(part: part) : .cardShared(part: part), with: card)
                // Before anything is shown: the front must have it when this process dies.
                if card != nil { front.flush(until: Clock.now() + TimeBudgets.lastWord) }
            }, note: note)
        console = ActiveConsole()
        home = console?.name()
        do throws(SystemError) {
            if let descriptor = console?.descriptor { try loop.watchForChange(descriptor) { _ in } }
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    /// Opens the displays; throws where none can be used.
    func open() throws(DisplayError) {
        try displays.open()
        watchScreens()
        nextLook = Clock.now() + Self.lookPeriod
    }

    private func watchScreens() {
        for descriptor in displays.screens.compactMap(\.descriptor) where !watched.contains(descriptor) {
            try? loop.watch(descriptor) { [unowned self] event in
                hasEvents = true
                if event.isGone { gone.append(descriptor) }
            }
            watched.append(descriptor)
        }
    }

    /// Before screens are closed: the front has the same open files, which would go on to wake this process.
    private func unwatchScreens() {
        watched.forEach { loop.unwatch($0) }
        watched = []
    }

    /// When there is something to do, if nothing happens.
    var nextFrame: Int64 {
        if isAway { return isReturning ? nextLook : .max }
        return displays.screens.reduce(nextLook) { min($0, $1.nextFrame) }
    }

    /// How many displays show it.
    var count: Int { displays.screens.count }

    // MARK: - While it is on

    /// Goes with the consoles: leaves the screen when another one comes, comes back with its own.
    func followConsole() {
        let isElsewhere = self.isElsewhere
        isReturning = isAway && !isElsewhere
        if isElsewhere == isAway { return }
        if isElsewhere {
            do throws(DisplayError) { try giveBack() } catch { note(error.description, false) }
        } else {
            guard Clock.now() >= nextLook else { return }
            do throws(DisplayError) {
                console?.waitUntilDrawn()
                try open()
            } catch {
                // The program that drew on the other console may need a moment to leave the display.
                note(error.description, true)
                nextLook = Clock.now() + Self.lookPeriod
                return
            }
        }
        isAway = isElsewhere
    }

    private var isElsewhere: Bool { home != nil && console?.name() != home }

    /// Looks whether displays have come, now and then.
    func lookForMore() {
        let now = Clock.now()
        if isAway || now < nextLook { return }
        nextLook = now + Self.lookPeriod
        displays.lookForMore()
        watchScreens()
    }

    /// Shows the HUD wherever a frame is due; returns when the first of these is on glass. A screen that fails is
    /// given up, the others go on. Throws where none is left and none has shown it, or another program has taken it.
    func present(_ presentation: Presentation) throws(DisplayError) -> Int64? {
        var first: Int64?
        for screen in displays.screens where screen.nextFrame <= Clock.now() {
            let glass = screen.glassTime(at: Clock.now())
            let scene = scenes.scene(for: screen.size, screen.millimetres)
            do throws(DisplayError) {
                if let content = presentation.content { scene.draw(content, at: glass) }
                let pose = scene.pose(presentation.appearance(at: glass))
                try screen.present(scene.layer, pose)
                guard screen.hasShown else { continue }
                first = first ?? glass
                // A frame that is nearly transparent may change no pixel: whether the display works is not known then.
                if pose.alpha > 0.5 { hasBeenSeen = true }
            } catch {
                try drop(screen, error)
            }
        }
        return first
    }

    private func drop(_ screen: any Screen, _ error: DisplayError) throws(DisplayError) {
        // Another console has just come, and the screen's picture is not this HUD's any more: that is no error.
        if isElsewhere { return }
        unwatchScreens()
        displays.drop(screen)
        watchScreens()
        if displays.screens.isEmpty && (!hasBeenSeen || error.kind == .busy) { throw error }
        // A display that is tried again and fails again says the same.
        note(error.description, !told.insert(error.description).inserted)
    }

    /// Takes what the screens have to say. Every screen is asked, not only the one whose descriptor is readable: outputs of
    /// one lease read each other's events.
    func drain() throws(DisplayError) {
        guard hasEvents else { return }
        let gone = self.gone
        (hasEvents, self.gone) = (false, [])
        for screen in displays.screens {
            do throws(DisplayError) {
                try screen.drain()
                if let descriptor = screen.descriptor, gone.contains(descriptor) {
                    throw DisplayError(.failed, "\(screen.name): its display has gone")
                }
            } catch {
                try drop(screen, error)
            }
        }
    }

    /// Takes the HUD from every screen and leaves each as it would have been.
    func giveBack() throws(DisplayError) {
        unwatchScreens()
        if isElsewhere {
            console?.waitUntilDrawn()
            try displays.abandon()
        } else {
            try displays.giveBack()
        }
    }
}

/// The HUD drawn for each size of screen that there is, once.
final class Scenes {
    private let request: ShowRequest
    private let fonts: FontSet
    private let notice: (String) -> Void
    private var made: [(size: Size, millimetres: Size?, scene: Scene)] = []
    private var told: Set<String> = []

    /// `notice` gets a line, once, about what cannot be drawn as asked.
    init(_ request: ShowRequest, _ fonts: FontSet, notice: @escaping (String) -> Void) {
        self.request = request
        self.fonts = fonts
        self.notice = notice
    }

    /// The scene for a screen of this size in pixels and, where it is known, in millimetres.
    func scene(for size: Size, _ millimetres: Size?) -> Scene {
        if let known = made.first(where: { $0.size == size && $0.millimetres == millimetres }) {
            return known.scene
        }
        let scene = Scene(
            request.hud, style: request.style, room: request.room, screen: size, millimetres: millimetres,
            fonts: fonts)
        for line in scene.notices(isVerbose: request.isVerbose) where told.insert(line).inserted {
            notice(line)
        }
        made.append((size, millimetres, scene))
        return scene
    }
}
