internal import HUDDisplay
internal import HUDInput
internal import HUDScene
internal import HUDSystem
internal import HUDText

/// The process that opens the devices, draws, and holds input off. It ends the show itself when the front is
/// gone, and it may outlive the front a little, for a device on which something is still held down.
struct Worker {
    private let request: ShowRequest
    private let journal: Journal
    private let inherited: [Int32]
    private let front: Supervisor
    private let gate: InputGate
    private var presentation: Presentation
    private var hasBegun = false
    /// When input flows again though the box still shows; nil while it flows.
    private var blockEnd: Int64?
    /// The front asks every second whether this is there: it does where the show has no end of its own.
    private var isQuestioned = false
    /// It was held off for as long as it may be.
    private var isBlockOver = false
    /// The user, who wants to know everything, has been told that input is held off.
    private var hasToldOfGate = false

    /// - Parameter inherited: descriptors that say "this display is taken"; closed when it is not any more.
    init(_ request: ShowRequest, journal: Journal, inherited: [Int32], front: Supervisor) {
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
        let ending = show()
        gate.open()
        waitForGate(until: Clock.now() + TimeBudgets.inputToFlow) { gate.isOpen }
        // Else the front does it: it holds the card, too, and the process that closes a card last lights its display.
        if front.isGone { _ = try? journal.finish() }
        for descriptor in inherited { FileDescriptor.close(raw: descriptor) }
        if request.wantsRecords {
            front.send(.cleared)
            waitForGate(until: Clock.now() + TimeBudgets.inputToBeDelivered) {
                gate.isOpen || gate.isDelivered
            }
        }
        tellNotices()
        for record in gate.records { front.send(.input(record)) }
        outlive(ending)
        return 0
    }

    /// Says how it ended, after which the front is gone, and waits for devices that have something held down. No process asks
    /// any more whether this one hangs, and it still holds input off: the kernel watches it.
    private func outlive(_ ending: ShowEnding) {
        guard !gate.isOpen, let watchdog = try? Watchdog() else {
            gate.forceOpen()
            front.send(.ended(ending))
            front.flush(until: Clock.now() + TimeBudgets.lastWord)
            return
        }
        watchdog.feed(for: TimeBudgets.alone)
        front.send(.ended(ending))
        StandardStreams.detach()
        var progress = gate.progress
        while !gate.isOpen || !front.flush(until: 0) {
            // A thread that has been in one step for long hangs with its device; the others cannot speak for it.
            let isStuck = gate.oldestStep.map { Clock.now() - $0 > TimeBudgets.alone } ?? false
            if !isStuck || gate.progress != progress { watchdog.feed(for: TimeBudgets.alone) }
            progress = gate.progress
            waitForGate(until: Clock.now() + TimeBudgets.alone / 5) { gate.isOpen }
            if gate.isOpen, !front.flush(until: Clock.now() + TimeBudgets.lastWord) { return }
        }
    }

    private mutating func show() -> ShowEnding {
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
        let loop = try system { () throws(SystemError) in try EventLoop() }
        let news = News()
        try system { () throws(SystemError) in
            try loop.watch(front.descriptor) { _ in news.isFromFront = true }
        }
        guard try waitForGrace(loop, news) else { return }
        let stage = try Stage(request, fonts: try fonts(), journal: journal, front: front, loop: loop)
        try stage.open()
        do throws(DisplayError) {
            try system { () throws(SystemError) in
                try loop.watch(gate.descriptor) { _ in news.isFromGate = true }
            }
            try show(on: stage, loop, news)
        } catch {
            try? stage.giveBack()
            throw error
        }
        try stage.giveBack()
    }

    /// What a turn of the loop has brought.
    private final class News {
        var isFromFront = false
        var isFromGate = false
    }

    /// Waits until there is something to be seen; false where nothing will be. No device is open meanwhile.
    private mutating func waitForGrace(_ loop: EventLoop, _ news: News) throws(DisplayError) -> Bool {
        while presentation.isWaiting {
            try turn(loop, until: presentation.nextChange)
            if news.isFromFront, !listen(news) { return false }
            presentation.advance(to: Clock.now())
        }
        return !presentation.isHidden
    }

    private mutating func show(on stage: Stage, _ loop: EventLoop, _ news: News) throws(DisplayError) {
        while true {
            let now = Clock.now()
            presentation.advance(to: now)
            if presentation.isHidden || now >= frontDeadline { return }
            front.flush()
            stage.followConsole()
            stage.lookForMore()
            matchGate(stage, now)
            if let glass = try stage.present(presentation) { begin(at: glass, displays: stage.count) }
            if stage.isAway { begin(at: now, displays: 0) }
            let wake = min(
                presentation.nextChange, blockEnd ?? .max, stage.nextFrame, frontDeadline, front.nextTry)
            try turn(loop, until: wake)
            try stage.drain()
            if news.isFromFront, !listen(news) { return }
            if news.isFromGate {
                news.isFromGate = false
                tellNotices()
                tellOfGate()
                if let chord = gate.escape {
                    front.send(.notice("\(chord) was pressed, so the HUD left"))
                    return
                }
            }
        }
    }

    private func turn(_ loop: EventLoop, until time: Int64) throws(DisplayError) {
        _ = try system { () throws(SystemError) in try loop.turn(until: time) }
    }

    private func system<Result>(_ body: () throws(SystemError) -> Result) throws(DisplayError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    /// When the front, which asks every second, should have asked again. A user who has stopped it (Ctrl+Z) wants to type.
    private var frontDeadline: Int64 { isQuestioned ? front.lastHeard + TimeBudgets.silence : .max }

    /// The show's time runs from its first frame, which is on glass at `time`.
    private mutating func begin(at time: Int64, displays: Int) {
        presentation.reachGlass(at: time)
        if hasBegun { return }
        hasBegun = true
        isQuestioned = request.isOpenEnded
        front.send(.onGlass(displays: displays))
    }

    /// Does what the front wants; false where it wants the HUD away now, or is gone.
    private mutating func listen(_ news: News) -> Bool {
        news.isFromFront = false
        guard let steps = front.steps() else { return false }
        let now = Clock.now()
        for step in steps {
            switch step {
            case .show(let hud, let stay): presentation.show(hud, for: stay, at: now)
            case .update(let hud): presentation.update(hud, at: now)
            case .leave: presentation.hide(at: now)
            case .leaveNow: return false
            }
        }
        return true
    }

    private func fonts() throws(DisplayError) -> FontSet {
        do throws(TextError) {
            return try FontSet(for: request.style)
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }

    // MARK: - Input

    /// Input is held off while the HUD is to be seen, for as long as it may be; a user on another console needs the
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

    /// Waits until `isDone`, at the latest until `deadline`.
    private func waitForGate(until deadline: Int64, _ isDone: () -> Bool) {
        guard let loop = try? EventLoop(), (try? loop.watch(gate.descriptor) { _ in }) != nil else { return }
        while !isDone() {
            guard let isNews = try? loop.turn(until: deadline), isNews else { return }
            tellNotices()
        }
    }
}
