internal import HUDDisplay
internal import HUDInput
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
    /// When input flows again though the box still shows.
    private var blockEnd = Int64.max

    /// - Parameter inherited: descriptors that say "this display is taken"; closed when it is not any more.
    init(_ request: ShowRequest, journal: Journal, inherited: [Int32]) {
        self.request = request
        self.journal = journal
        self.inherited = inherited
        gate = InputGate(settle: request.settle, rules: request.input)
        presentation = Presentation(theme: request.theme)
    }

    /// The whole life of the process; returns its exit status.
    mutating func run(_ front: Channel) -> Int32 {
        let outcome = show(front)
        gate.open()
        waitForGate(until: Clock.now() + Self.inputGrace)
        tellNotices(front)
        for record in gate.records { front.send(.input(record)) }
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
        let stage = try Stage(request, lettering: try lettering(), journal: journal, front: front)
        try stage.open()
        if !request.input.passesAll {
            gate.close()
            blockEnd = Clock.now() + request.maxBlock
        }
        do throws(DisplayError) {
            try stage.watch(front.descriptor)
            try stage.watch(gate.descriptor)
            try loop(stage, front)
        } catch {
            try? stage.giveBack()
            throw error
        }
        try stage.giveBack()
    }

    private mutating func loop(_ stage: Stage, _ front: Channel) throws(DisplayError) {
        var isLeaving = false
        presentation.show(at: Clock.now())
        while true {
            let now = Clock.now()
            if now >= end, !isLeaving {
                isLeaving = true
                presentation.leave(at: now)
                openGate(front)
            } else if now >= blockEnd {
                front.send(
                    .notice("input flows again, before the HUD leaves: its time is over (--max-block)"))
                openGate(front)
            }
            if presentation.isHidden(at: now) { return }
            if stage.followConsole() { follow(stage, isLeaving) }
            stage.lookForMore()
            if let glass = try stage.present(presentation) { begin(at: glass, front) }
            if stage.isAway { begin(at: now, front) }
            let wake = min(isLeaving ? presentation.motionEnd : end, blockEnd, stage.nextFrame)
            for descriptor in try stage.wait(until: wake) {
                // The word to leave, or the front's death: both mean now.
                if descriptor == front.descriptor {
                    _ = front.receiveMessage()
                    return
                }
                if descriptor == gate.descriptor {
                    tellNotices(front)
                    if let chord = gate.escape {
                        front.send(.notice("\(chord) was pressed, so the HUD left"))
                        return
                    }
                }
            }
        }
    }

    /// The show's time runs from its first frame, which is on glass at `time`.
    private mutating func begin(at time: Int64, _ front: Channel) {
        guard end == .max else { return }
        end = time + request.duration
        front.send(.onGlass)
    }

    /// Whoever works on another console needs his keyboard.
    private func follow(_ stage: Stage, _ isLeaving: Bool) {
        if stage.isAway {
            gate.open()
        } else if blockEnd != .max && !isLeaving {
            gate.close()
        }
    }

    private func lettering() throws(DisplayError) -> Lettering {
        do throws(TextError) {
            return try Lettering(file: request.font)
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    // MARK: - Input

    private mutating func openGate(_ front: Channel) {
        blockEnd = .max
        gate.open()
        front.send(.inputFlows)
    }

    private func tellNotices(_ front: Channel) {
        for notice in gate.takeNotices() { front.send(.notice(notice)) }
    }

    /// Waits until every device has been let go, at the latest until `deadline`.
    private func waitForGate(until deadline: Int64?) {
        guard let poller = try? Poller(), (try? poller.add(gate.descriptor)) != nil else { return }
        while !gate.isOpen {
            guard let events = try? poller.wait(until: deadline), !events.isEmpty else { return }
        }
    }
}
