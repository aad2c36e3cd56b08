internal import HUDDisplay
internal import HUDScene
package import HUDStage
package import HUDSystem

/// A HUD that shows how far something has come, as lines that are read say it.
package struct ProgressFeed {
    /// What is shown, and how; its HUD is the beginning.
    package var request: ShowRequest
    /// What numbers without a sign are parts of; nil: a hundred, or 1 where they have a point.
    package var total: Double?

    /// Until the lines end.
    package init(_ request: ShowRequest) {
        self.request = request
        self.request.duration = .max
    }

    /// Reads `input` to its end, or to the line that says so, and returns when the HUD has gone. A signal ends it, too.
    ///
    /// Commands that end with a NUL byte are psplash's: its client opens and closes the FIFO for each, so the end of a
    /// FIFO that has a name is not the end of the input then.
    ///
    /// - Parameters:
    ///   - input: where the lines come from; closed at the end.
    ///   - isShared: whether it is a FIFO that is open for writing, too, so that its writers come and go.
    ///   - report: gets lines for the user: of what is no progress the first.
    package func run(
        input: consuming FileDescriptor, isShared: Bool = false, report: @escaping (String) -> Void
    ) -> ShowEnding {
        do throws(SystemError) {
            return try ProgressFeedRun(self, input, isShared: isShared, report).run()
        } catch {
            return .failed(.failed, error.description)
        }
    }
}

private final class ProgressFeedRun {
    private let report: (String) -> Void
    private let signals: Signals
    private let live: LiveHUD
    private let loop: EventLoop
    private var input: FileDescriptor
    /// A file is always readable, and the kernel does not watch it.
    private var isFile = false
    private var reader = LineReader()
    private var text: GaugeText
    private var hud: HUD
    private var updates = UpdatePace()
    private var quiet = QuietLine()
    private var number = 0
    private var hasComplained = false
    /// It is a FIFO whose writers come and go: what one of them wrote last is a line, even if it has no end.
    private var isShared: Bool
    /// A line said that it is over.
    private var isOver = false
    /// A command has ended with a NUL byte.
    private var hasCommands = false
    private var isReadable = false
    private var hasSignal = false

    init(
        _ feed: ProgressFeed, _ input: consuming FileDescriptor, isShared: Bool,
        _ report: @escaping (String) -> Void
    ) throws(SystemError) {
        let signals = try Signals(Signals.ending)
        let live = LiveHUD(feed.request, report: report)
        self.input = input
        loop = try EventLoop()
        self.report = report
        self.signals = signals
        self.live = live
        self.isShared = isShared
        text = GaugeText(total: feed.total)
        hud = feed.request.hud
        if let descriptor = live.descriptor {
            try loop.watch(descriptor) { [unowned self] _ in self.live.takeEvent() }
        }
        try loop.watch(self.signals.descriptor) { [unowned self] _ in hasSignal = true }
        do throws(SystemError) { try watchInput() } catch { isFile = true }
    }

    func run() throws(SystemError) -> ShowEnding {
        while live.ending == nil {
            let now = Clock.now()
            if quiet.isDue(at: now) { lookAtUnfinished() }
            if updates.isDue(at: now) { live.update(hud) }
            if isOver { return try finish() }
            isReadable = isFile
            try loop.turn(until: isFile ? now : min(updates.next, quiet.next))
            if hasSignal {
                hasSignal = false
                guard let signal = signals.next() else { continue }
                live.leave()
                try live.finish(unless: signals)
                return .interrupted(signal: signal)
            }
            if isReadable, live.ending == nil, try !read() || isOver { return try finish() }
        }
        return live.ending ?? .gone
    }

    private func watchInput() throws(SystemError) {
        try loop.watch(input.raw) { [unowned self] _ in isReadable = true }
    }

    private func finish() throws(SystemError) -> ShowEnding {
        if let line = text.end() { apply(line) }
        if updates.isPending { live.update(hud) }
        return try live.finish(unless: signals)
    }

    /// Reads what has come; false where that was the end of the input.
    private func read() throws(SystemError) -> Bool {
        let isOpen: Bool
        do throws(SystemError) {
            isOpen = try reader.read(from: input) { [self] in take($0, $1) }
        } catch {
            // Another reader was quicker, or the descriptor does not wait.
            if error.isBusy { return true }
            throw error
        }
        quiet.begin(at: Clock.now())
        return isOpen ? true : try reopen()
    }

    private func lookAtUnfinished() {
        if isShared {
            reader.endLine { [self] in take($0, $1) }
        } else {
            take(reader.unfinished, nil)
        }
    }

    /// Waits for psplash's next command; false where no other can come.
    private func reopen() throws(SystemError) -> Bool {
        guard hasCommands, let again = NamedPipe.reopen(input) else { return false }
        loop.unwatch(input.raw)
        input = again
        try watchInput()
        isShared = true
        return true
    }

    /// Takes a line; `ending` is nil for one that has not ended.
    private func take(_ line: [Unicode.Scalar], _ ending: TerminalLine.Ending?) {
        if isOver { return }
        if ending == .null { hasCommands = true }
        let isEnded = ending == .line || ending == .null
        if isEnded { number += 1 }
        // A line of a block counts when it is whole.
        if !isEnded, text.isInBlock { return }
        guard let next = isEnded ? text.take(line) : ProgressLine(line, total: text.total) else {
            if isEnded { complain(line) }
            return
        }
        apply(next)
    }

    private func apply(_ line: ProgressLine) {
        if line.isLast { isOver = true }
        var next = hud
        if let part = line.part { next.kind = .progress(part) }
        if let label = line.label { next.label = label }
        if next == hud { return }
        hud = next
        updates.request()
    }

    private func complain(_ line: [Unicode.Scalar]) {
        if hasComplained { return }
        hasComplained = true
        report("line \(number) is no progress, and passed over: \"\(ProgressLine.label(line.prefix(40)))\"")
    }
}
