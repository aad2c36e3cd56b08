internal import HUDDisplay
internal import HUDInput
internal import HUDPixels
internal import HUDScene
internal import HUDSystem
internal import HUDText

/// The process that opens the devices, draws, and holds input off. It ends the show itself when the front is
/// gone, and it may outlive the front a little, for a device on which something is still held down.
struct Worker {
    /// How long the word that the HUD has gone waits for input to flow again.
    private static let inputGrace: Int64 = 250_000_000

    private let request: ShowRequest
    private let journal: Journal
    private let inherited: [Int32]
    private let gate: InputGate
    private var presentation: Presentation
    /// When input flows again and the box begins to leave; known with the first frame.
    private var end = Int64.max

    /// - Parameter inherited: descriptors that say "this display is taken"; closed when it is not any more.
    init(_ request: ShowRequest, journal: Journal, inherited: [Int32]) {
        self.request = request
        self.journal = journal
        self.inherited = inherited
        gate = InputGate(settle: request.settle)
        presentation = Presentation(look: request.look)
    }

    /// The whole life of the process; returns its exit status.
    mutating func run(_ front: Channel) -> Int32 {
        let outcome = show(front)
        gate.open()
        waitForGate(until: Clock.now() + Self.inputGrace)
        tellNotices(front)
        // Else the front does it: it holds the card, too, and who closes a card last lights its display.
        if front.isGone { journal.finish() }
        for descriptor in inherited { FileDescriptor.close(raw: descriptor) }
        front.send(outcome)
        StandardStreams.letGo()
        waitForGate(until: nil)
        return 0
    }

    private mutating func show(_ front: Channel) -> Message {
        do throws(DisplayError) {
            try perform(front)
            return .gone
        } catch {
            return .failed(error.kind, error.description)
        }
    }

    // MARK: - The show

    private mutating func perform(_ front: Channel) throws(DisplayError) {
        let lettering = try lettering()
        var made: Scene?
        let request = self.request
        let screens = try Displays.open(
            request.display, output: request.output, rotation: request.rotation, journal: journal,
            region: { size, millimetres in
                let scene = Scene(for: request, screen: size, millimetres: millimetres, lettering: lettering)
                made = scene
                return scene.reach(request.theme)
            },
            entrust: { front.send(.entrusted("the display's card"), with: $0) },
            note: { line in
                if request.isVerbose { front.send(.notice(line)) }
            })
        // A screen without a place of its own to keep has not asked.
        let scene =
            made ?? Scene(for: request, screen: screens[0].size, millimetres: nil, lettering: lettering)
        for notice in scene.notices(isVerbose: request.isVerbose) { front.send(.notice(notice)) }
        if request.holdsInput { gate.close() }
        do throws(DisplayError) {
            try loop(screens, scene, front)
        } catch {
            for screen in screens { try? screen.giveBack() }
            throw error
        }
        for screen in screens { try screen.giveBack() }
    }

    private mutating func loop(
        _ screens: [any Screen], _ scene: Scene, _ front: Channel
    ) throws(DisplayError) {
        let poller = try watching([front.descriptor, gate.descriptor] + screens.compactMap(\.descriptor))
        var isLeaving = false
        presentation.show(at: Clock.now())
        let content = Content(request.hud, theme: request.theme, at: Clock.now())
        while true {
            var now = Clock.now()
            if now >= end, !isLeaving {
                isLeaving = true
                presentation.leave(at: now)
                gate.open()
            }
            if presentation.isHidden(at: now) { return }
            for screen in screens where screen.nextFrame <= now {
                let glass = screen.glassTime(at: now)
                scene.draw(content, at: glass)
                try screen.present(scene.layer, scene.pose(presentation.appearance(at: glass)))
                if end == .max {
                    end = glass + request.duration
                    front.send(.onGlass)
                }
                now = Clock.now()
            }
            var wake = isLeaving ? presentation.motionEnd : end
            for screen in screens { wake = min(wake, screen.nextFrame) }
            for event in try wait(poller, until: wake) {
                if event.descriptor == front.descriptor {
                    // The word to leave, or the front's death: both mean now.
                    _ = front.receiveMessage()
                    return
                } else if event.descriptor == gate.descriptor {
                    tellNotices(front)
                } else {
                    for screen in screens where screen.descriptor == event.descriptor { try screen.drain() }
                }
            }
        }
    }

    private func watching(_ descriptors: [Int32]) throws(DisplayError) -> Poller {
        do throws(SystemError) {
            let poller = try Poller()
            for descriptor in descriptors { try poller.add(descriptor) }
            return poller
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    private func wait(_ poller: borrowing Poller, until time: Int64) throws(DisplayError) -> [Poller.Event] {
        do throws(SystemError) {
            return try poller.wait(until: time)
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    private func lettering() throws(DisplayError) -> Lettering {
        do throws(TextError) {
            return try Lettering(for: request)
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    // MARK: - Input

    private func tellNotices(_ front: Channel) {
        for notice in gate.takeNotices() { front.send(.notice(notice)) }
    }

    /// Waits until every device has been let go, at the latest until `deadline`.
    private func waitForGate(until deadline: Int64?) {
        guard let poller = try? watching([gate.descriptor]) else { return }
        while !gate.isOpen {
            guard let events = try? poller.wait(until: deadline), !events.isEmpty else { return }
        }
    }
}
