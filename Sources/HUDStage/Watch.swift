internal import HUDDisplay
internal import HUDInput
internal import HUDScene
internal import HUDSystem

/// The front's waiting: until the worker says that the HUD has gone, is dead, or is overdue.
struct Watch {
    /// From the split to the first frame: opening devices, drawing.
    private static let startLimit: Int64 = 10_000_000_000
    /// Beyond the show's own time, or after the word to leave.
    private static let grace: Int64 = 800_000_000
    /// How often a worker whose show has no end of its own is asked whether it is there.
    private static let pingPeriod: Int64 = 1_000_000_000
    /// How long it has to answer.
    private static let answerLimit: Int64 = 3_000_000_000

    private let request: ShowRequest
    private let journal: Journal
    private let director: ShowClient?
    private let cues: ShowHooks
    private var deadline: Int64
    /// When the show is over; `.max` where somebody will say so.
    private var showEnd = Int64.max
    /// On glass, with no end of its own: it is asked whether it lives.
    private var isPinging = false
    private var awaitsAnswer = false
    private var isDismissed = false
    private var signal: Int32?

    /// How it ended, if the worker has said so.
    private(set) var ending: ShowEnding?
    /// The worker did not answer in time.
    private(set) var isOverdue = false
    /// What became of input devices.
    private(set) var records: [InputRecord] = []

    init(_ request: ShowRequest, journal: Journal, director: ShowClient?) {
        self.request = request
        self.journal = journal
        self.director = director
        cues = ShowHooks(request)
        deadline = Clock.now() + request.grace + Self.startLimit
    }

    mutating func run(
        _ worker: borrowing Child, signals: borrowing Signals, doorbell: Int32, report: (String) -> Void
    ) throws(SystemError) {
        let poller = try Poller()
        try poller.add(worker.channel.descriptor)
        try poller.add(signals.descriptor)
        try poller.add(doorbell)
        if let director { try poller.add(director.line.descriptor) }
        while ending == nil {
            let events = try poller.wait(until: deadline)
            if events.isEmpty {
                guard isPinging && !awaitsAnswer && !isDismissed else {
                    isOverdue = true
                    return
                }
                worker.channel.offer(.ping)
                awaitsAnswer = true
                deadline = Clock.now() + Self.answerLimit
            }
            for event in events {
                switch event.descriptor {
                case worker.channel.descriptor:
                    guard let (message, descriptor) = worker.channel.receiveMessage() else { return }
                    hear(message, descriptor, report)
                case doorbell:
                    poller.remove(doorbell)
                    dismiss(worker)
                case director?.line.descriptor:
                    if !obey(worker, report) {
                        poller.remove(event.descriptor)
                        dismiss(worker)
                    }
                default:
                    let number = signals.next()
                    // The terminal sends it to all of a group, and he may go on.
                    if director == nil, let number {
                        signal = number
                        dismiss(worker)
                    }
                }
            }
        }
    }

    private mutating func dismiss(_ worker: borrowing Child) {
        worker.channel.offer(.leave)
        if !isDismissed { deadline = Clock.now() + Self.grace }
        isDismissed = true
    }

    /// Passes on what the director says; false when he is gone, or wants it away now.
    private func obey(_ worker: borrowing Child, _ report: (String) -> Void) -> Bool {
        guard let (message, raw) = director?.line.receiveMessage() else { return false }
        guard let raw else {
            if message != .hide { return false }
            worker.channel.offer(.hide)
            return true
        }
        let file = FileDescriptor(owning: raw, path: "a HUD")
        worker.channel.offer(message, with: file.raw)
        if let hud = HUD(file: file) { cues.change(to: hud, report) }
        return true
    }

    private mutating func hear(_ message: Message, _ descriptor: Int32?, _ report: (String) -> Void) {
        switch message {
        case .notice(let line): report(line)
        case .onGlass:
            cues.begin(report)
            director?.line.send(.onGlass)
            if !isDismissed { begin() }
        case .inputFlows: if !isDismissed, showEnd != .max { deadline = showEnd + Self.grace }
        case .alive:
            awaitsAnswer = false
            if !isDismissed { deadline = Clock.now() + Self.pingPeriod }
        case .input(let record): records.append(record)
        case .failed(let kind, let text): ending = .failed(kind, text)
        case .gone: ending = signal.map { .interrupted(signal: $0) } ?? .gone
        case .cardShared(let part):
            if let descriptor {
                journal.hold(
                    FileDescriptor(owning: descriptor, path: "the display's card"), forPart: Int(part))
            }
        case .released(let part): journal.releaseCard(ofPart: Int(part))
        case .show, .update, .hide, .leave, .ping, .crashed, .interrupted: break
        }
    }

    /// The show's time runs.
    private mutating func begin() {
        if request.isOpenEnded {
            isPinging = true
            deadline = Clock.now() + Self.pingPeriod
            return
        }
        let showTime = max(request.duration, request.least) + request.look.leaveDuration
        showEnd = Clock.now() + showTime
        // A worker that hangs holds input off no longer than it may.
        let blockTime = request.input.rules.passesAll ? .max : request.input.maxBlock
        deadline = Clock.now() + min(showTime, blockTime) + Self.grace
    }
}
