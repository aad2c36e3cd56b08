internal import HUDDisplay
internal import HUDPixels
internal import HUDScene
internal import HUDSystem

/// The displays of a show, each with the HUD drawn for it, while they come and go. On another console than the one
/// that was on the screen at the beginning there is none.
final class Stage {
    /// How often displays are looked for that come, in nanoseconds.
    private static let lookPeriod: Int64 = 250_000_000

    private let displays: Displays
    private let scenes: Scenes
    private let poller: Poller
    private let console: ActiveConsole?
    private let home: String?
    private let note: (_ line: String, _ isDetail: Bool) -> Void
    private var staged: [StagedScreen] = []
    private var nextLook: Int64 = 0
    private var hasBeenSeen = false
    private var told: Set<String> = []
    /// It is the own console's turn again, but a display could not be opened yet.
    private var isReturning = false

    /// Another console is on the screen.
    private(set) var isAway = false

    /// `front` gets lines for the user, and the cards that it must hold.
    init(_ request: ShowRequest, fonts: FontSet, journal: Journal, front: Supervisor) throws(DisplayError) {
        let note = { (line: String, isDetail: Bool) in
            if request.isVerbose || !isDetail { front.send(.notice(line)) }
        }
        let scenes = Scenes(request, fonts) { note($0, false) }
        self.note = note
        self.scenes = scenes
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
            poller = try Poller()
            if let descriptor = console?.descriptor { try poller.addForChange(descriptor) }
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    /// Wakes `wait`.
    func watch(_ descriptor: Int32) throws(DisplayError) {
        do throws(SystemError) {
            try poller.add(descriptor)
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    /// Opens the displays; throws where none can be used.
    func open() throws(DisplayError) {
        try displays.open()
        stageAll()
        nextLook = Clock.now() + Self.lookPeriod
    }

    private func stageAll() {
        for screen in displays.screens where !staged.contains(where: { $0.screen === screen }) {
            let scene = scenes.scene(for: screen.size, screen.millimetres)
            let descriptor = screen.descriptor
            if let descriptor { try? poller.add(descriptor) }
            staged.append(StagedScreen(screen: screen, scene: scene, descriptor: descriptor))
        }
    }

    /// When there is something to do, if nothing happens.
    var nextFrame: Int64 {
        if isAway { return isReturning ? nextLook : .max }
        return staged.reduce(nextLook) { min($0, $1.screen.nextFrame) }
    }

    /// How many displays show it.
    var count: Int { staged.count }

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
                // Who has drawn on the other console may need a moment to let go.
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
        stageAll()
    }

    /// Shows the HUD wherever a frame is due; returns when the first of these is on glass. A screen that fails is
    /// given up, the others go on. Throws where none is left and none has shown it, or another program has taken it.
    func present(_ presentation: Presentation) throws(DisplayError) -> Int64? {
        var first: Int64?
        for entry in staged where entry.screen.nextFrame <= Clock.now() {
            let glass = entry.screen.glassTime(at: Clock.now())
            do throws(DisplayError) {
                if let content = presentation.content { entry.scene.draw(content, at: glass) }
                let pose = entry.scene.pose(presentation.appearance(at: glass))
                try entry.screen.present(entry.scene.layer, pose)
                guard entry.screen.hasShown else { continue }
                first = first ?? glass
                // A frame that is nearly transparent may change no pixel: whether the display works is not known then.
                if pose.alpha > 0.5 { hasBeenSeen = true }
            } catch {
                try drop(entry, error)
            }
        }
        return first
    }

    private func drop(_ entry: StagedScreen, _ error: DisplayError) throws(DisplayError) {
        // Of a console that has just gone nothing is wrong.
        if isElsewhere { return }
        if let descriptor = entry.descriptor { poller.remove(descriptor) }
        staged.removeAll { $0.screen === entry.screen }
        displays.drop(entry.screen)
        if staged.isEmpty && (!hasBeenSeen || error.kind == .busy) { throw error }
        // A display that is tried again and fails again says the same.
        note(error.description, !told.insert(error.description).inserted)
    }

    /// Waits until something happens, at the latest until `time`, and returns which of the descriptors that are
    /// watched for others woke it.
    func wait(until time: Int64) throws(DisplayError) -> [Int32] {
        var others: [Int32] = []
        var gone: [Int32] = []
        let events = try events(until: time)
        for event in events {
            guard staged.contains(where: { $0.descriptor == event.descriptor }) else {
                others.append(event.descriptor)
                continue
            }
            if event.isGone { gone.append(event.descriptor) }
        }
        if others.count < events.count { try drain(gone) }
        return others
    }

    /// All of them, whosever descriptor it was: outputs of one lease read each other's events.
    private func drain(_ gone: [Int32]) throws(DisplayError) {
        for entry in staged {
            do throws(DisplayError) {
                try entry.screen.drain()
                if let descriptor = entry.descriptor, gone.contains(descriptor) {
                    throw DisplayError(.failed, "\(entry.screen.name): its display has gone")
                }
            } catch {
                try drop(entry, error)
            }
        }
    }

    private func events(until time: Int64) throws(DisplayError) -> [Poller.Event] {
        do throws(SystemError) {
            return try poller.wait(until: time)
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    /// Takes the HUD from every screen and leaves each as it would have been.
    func giveBack() throws(DisplayError) {
        unwatch()
        if isElsewhere {
            console?.waitUntilDrawn()
            try displays.abandon()
        } else {
            try displays.giveBack()
        }
    }

    /// Before they are closed: the front has the same ones, and they would go on to wake this process.
    private func unwatch() {
        for descriptor in staged.compactMap(\.descriptor) { poller.remove(descriptor) }
        staged = []
    }
}

/// A screen and the HUD as it is drawn for it.
struct StagedScreen {
    let screen: any Screen
    let scene: Scene
    /// What is watched for it.
    let descriptor: Int32?
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
