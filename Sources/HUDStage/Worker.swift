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

    /// How long a device may be waited for without a sign of life, once the front has gone and cannot ask.
    private static let lonePatience: Int64 = 5_000_000_000
    /// How long a front that asks every second may be silent. Who has stopped it (Ctrl+Z) wants to type.
    private static let frontPatience: Int64 = 5_000_000_000

    private let request: ShowRequest
    private let journal: Journal
    private let inherited: [Int32]
    private let front: Channel
    private let gate: InputGate
    private var presentation: Presentation
    private var hasBegun = false
    /// When input flows again though the box still shows; nil while it flows.
    private var blockEnd: Int64?
    /// When the front should have asked again whether this is there; it does only where the show has no end of its own.
    private var frontDeadline = Int64.max
    /// It was held off for as long as it may be.
    private var isBlockOver = false
    /// The user, who wants to know everything, has been told that input is held off.
    private var hasToldOfGate = false

    /// - Parameter inherited: descriptors that say "this display is taken"; closed when it is not any more.
    init(_ request: ShowRequest, journal: Journal, inherited: [Int32], front: Channel) {
        self.request = request
        self.journal = journal
        self.inherited = inherited
        self.front = front
        gate = InputGate(settle: request.input.settle, rules: request.input.rules)
        presentation = Presentation(theme: request.style.theme, grace: request.grace, least: request.least)
    }

    /// The whole life of the process; returns its exit status.
    mutating func run() -> Int32 {
        Signals.surviveStopKey()
        let outcome = show()
        gate.open()
        waitForGate(until: Clock.now() + Self.inputGrace)
        tellNotices()
        for record in gate.records { front.send(.input(record)) }
        // Else the front does it: it holds the card, too, and who closes a card last lights its display.
        if front.isGone { journal.finish() }
        for descriptor in inherited { FileDescriptor.close(raw: descriptor) }
        outlive(outcome)
        return 0
    }

    /// Says how it ended, after which the front is gone, and waits for devices that have something held down. Nobody asks
    /// any more whether this process hangs, and it still holds input off: the kernel watches it.
    private func outlive(_ outcome: Message) {
        guard !gate.isOpen, let watchdog = try? Watchdog() else {
            front.send(outcome)
            return gate.forceOpen()
        }
        watchdog.feed(for: Self.lonePatience)
        front.send(outcome)
        StandardStreams.detach()
        while !gate.isOpen {
            watchdog.feed(for: Self.lonePatience)
            waitForGate(until: Clock.now() + Self.lonePatience / 5)
        }
    }

    private mutating func show() -> Message {
        do throws(DisplayError) {
            try perform()
            return .gone
        } catch {
            return .failed(error.kind, error.description)
        }
    }

    // MARK: - The show

    private mutating func perform() throws(DisplayError) {
        presentation.show(request.hud, for: request.duration, at: Clock.now())
        guard try waitForGrace() else { return }
        let stage = try Stage(request, fonts: try fonts(), journal: journal, front: front)
        try stage.open()
        do throws(DisplayError) {
            try stage.watch(front.descriptor)
            try stage.watch(gate.descriptor)
            try loop(stage)
        } catch {
            try? stage.giveBack()
            throw error
        }
        try stage.giveBack()
    }

    /// Waits until there is something to be seen; false where nothing will be. No device is open meanwhile.
    private mutating func waitForGrace() throws(DisplayError) -> Bool {
        do throws(SystemError) {
            let poller = try Poller()
            try poller.add(front.descriptor)
            while presentation.isWaiting {
                if try !poller.wait(until: presentation.nextChange).isEmpty, !listen() { return false }
                presentation.advance(to: Clock.now())
            }
        } catch {
            throw DisplayError(.failed, error.description)
        }
        return !presentation.isHidden
    }

    private mutating func loop(_ stage: Stage) throws(DisplayError) {
        while true {
            let now = Clock.now()
            presentation.advance(to: now)
            if presentation.isHidden || now >= frontDeadline { return }
            stage.followConsole()
            stage.lookForMore()
            matchGate(stage, now)
            if let glass = try stage.present(presentation) { begin(at: glass) }
            if stage.isAway { begin(at: now) }
            let wake = min(presentation.nextChange, blockEnd ?? .max, stage.nextFrame, frontDeadline)
            for descriptor in try stage.wait(until: wake) {
                if descriptor == front.descriptor, !listen() { return }
                if descriptor == gate.descriptor {
                    tellNotices()
                    tellOfGate()
                    if let chord = gate.escape {
                        front.send(.notice("\(chord) was pressed, so the HUD left"))
                        return
                    }
                }
            }
        }
    }

    /// The show's time runs from its first frame, which is on glass at `time`.
    private mutating func begin(at time: Int64) {
        presentation.reachGlass(at: time)
        if hasBegun { return }
        hasBegun = true
        if request.isOpenEnded { frontDeadline = Clock.now() + Self.frontPatience }
        front.send(.onGlass)
    }

    /// Takes one word of the front's; false where it means now, as its death does.
    private mutating func listen() -> Bool {
        guard let (message, raw) = front.receiveMessage() else { return false }
        let now = Clock.now()
        switch message {
        case .show(let stay): if let hud = hud(raw) { presentation.show(hud, for: stay, at: now) }
        case .update: if let hud = hud(raw) { presentation.update(hud, at: now) }
        case .hide: presentation.hide(at: now)
        case .ping:
            frontDeadline = now + Self.frontPatience
            front.send(.alive)
        default: return false
        }
        return true
    }

    private func hud(_ raw: Int32?) -> HUD? {
        raw.flatMap { HUD(file: FileDescriptor(owning: $0, path: "a HUD")) }
    }

    private func fonts() throws(DisplayError) -> FontSet {
        do throws(TextError) {
            return try FontSet(for: request.style)
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    // MARK: - Input

    /// Input is held off while the HUD is to be seen, for as long as it may be; who works on another console needs his
    /// keyboard.
    private mutating func matchGate(_ stage: Stage, _ now: Int64) {
        if let end = blockEnd, now >= end {
            isBlockOver = true
            front.send(.notice("input flows again, before the HUD leaves: its time is over (--max-block)"))
        }
        let isWanted = presentation.isOn && !stage.isAway && !isBlockOver && !request.input.rules.passesAll
        if isWanted == (blockEnd != nil) { return }
        if isWanted {
            gate.close()
            blockEnd = Clock.time(after: request.input.maxBlock)
        } else {
            blockEnd = nil
            gate.open()
            front.send(.inputFlows)
        }
    }

    private func tellNotices() {
        for notice in gate.takeNotices() { front.send(.notice(notice)) }
    }

    private mutating func tellOfGate() {
        guard request.isVerbose, !hasToldOfGate, gate.isClosed else { return }
        hasToldOfGate = true
        let count = gate.records.count { $0.state == .closed }
        front.send(.notice("input is held off: \(count) \(count == 1 ? "device" : "devices")"))
    }

    /// Waits until every device has been let go, at the latest until `deadline`.
    private func waitForGate(until deadline: Int64?) {
        guard let poller = try? Poller(), (try? poller.add(gate.descriptor)) != nil else { return }
        while !gate.isOpen {
            guard let events = try? poller.wait(until: deadline), !events.isEmpty else { return }
            tellNotices()
        }
    }
}
