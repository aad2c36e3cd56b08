internal import HUDScene
package import HUDStage
internal import HUDSystem

/// A HUD that shows while a command runs, and then how it ended. The command runs whether or not anything can be shown.
package struct CommandShow {
    /// The program and its arguments.
    package var words: [String]
    /// What is shown while it runs, and how.
    package var request: ShowRequest
    /// What is said when it has ended well; nil: what was said before.
    package var done: String?
    /// What is said when it has failed.
    package var failed: String?
    /// How long its end is seen, in nanoseconds; nil: as its look says.
    package var stay: Int64?
    /// Whether percentages in what the command prints drive a progress.
    package var readsProgress = false

    /// A command, with a HUD that says something while it runs.
    package init(_ words: [String], _ request: ShowRequest) {
        self.words = words
        self.request = request
        self.request.duration = .max
    }

    /// What is shown when it has ended well, and when it has failed.
    fileprivate var success: HUD {
        HUD(.success, label: done ?? request.hud.label, detail: request.hud.detail)
    }
    fileprivate var failure: HUD {
        HUD(.failure, label: failed ?? request.hud.label, detail: request.hud.detail)
    }

    /// What is shown when it has come so far (0...1).
    fileprivate func progress(_ part: Double) -> HUD {
        HUD(.progress(part), label: request.hud.label, detail: request.hud.detail)
    }

    /// How it ended.
    package enum Ending: Equatable, Sendable {
        /// The command has ended, and the HUD has gone.
        case ended(status: Int32)
        /// The command could not be started; why, and whether there is none of that name.
        case notStarted(String, isMissing: Bool)
    }

    /// Runs the command, and returns when it has ended and the HUD has gone. `report` gets lines for the user.
    package func run(report: @escaping (String) -> Void) -> Ending {
        Signals.expectChildren()
        do throws(SystemError) {
            return try CommandShowRun(self, report).run()
        } catch {
            return .notStarted(error.description, isMissing: false)
        }
    }
}

private final class CommandShowRun {
    private let show: CommandShow
    private let speaker: Speaker
    private let signals: Signals
    private let loop: EventLoop
    private let live: LiveHUD
    /// What runs; nil before it has started and when it has ended.
    private var command: Command?
    private var streams: [CopiedStream] = []
    private var terminal: CommandTerminal? { speaker.terminal }
    private var stopKey: StopKey?
    private var updates = UpdatePace()
    /// How far the command has come, 0...1; nil: it has not said.
    private var part: Double? {
        didSet { if part != oldValue { updates.request() } }
    }

    init(
        _ show: CommandShow, _ report: @escaping (String) -> Void
    ) throws(SystemError) {
        let signals = try Signals(Signals.passedOn + [Signals.child])
        let loop = try EventLoop()
        var request = show.request
        request.successors = [show.success, show.failure]
        if show.readsProgress { request.successors?.append(show.progress(0)) }
        let speaker = Speaker(report)
        live = LiveHUD(request, report: speaker.say)
        self.show = show
        self.speaker = speaker
        self.signals = signals
        self.loop = loop
        try loop.watch(self.signals.descriptor) { [unowned self] _ in passOn() }
        if let descriptor = live.descriptor {
            try loop.watch(descriptor) { [unowned self] _ in takeEvent() }
        }
    }

    func run() throws(SystemError) -> CommandShow.Ending {
        let command: Command
        do throws(SystemError) {
            command = try start()
        } catch {
            live.finish()
            return .notStarted(error.description, isMissing: error.isMissing)
        }
        let status = try wait(for: command)
        try drain()
        terminal?.end(loop)
        try finish(status)
        return .ended(status: status)
    }

    private func start() throws(SystemError) -> Command {
        guard show.readsProgress else { return try Command(show.words) }
        let (output, errors) = (try Pipe(), try Pipe())
        var given = Command.Streams()
        given.output = .descriptor(output.inlet)
        given.errors = .descriptor(errors.inlet)
        speaker.terminal = CommandTerminal(output: output.inlet, errors: errors.inlet)
        let command = try Command(show.words, terminal?.streams ?? given)
        // A reader of ours that goes must end the command's writing, and not this process.
        Signals.surviveFailedWrites()
        if let terminal {
            streams.append(try terminal.stream())
            // Not before: the processes of the show are stopped by the stop key.
            let stopKey = try StopKey()
            try loop.watch(stopKey.signals.descriptor) { [unowned self] _ in suspend() }
            self.stopKey = stopKey
        }
        streams.append(CopiedStream(try output.outlet.duplicate(), to: .output))
        streams.append(CopiedStream(try errors.outlet.duplicate(), to: .errors))
        for descriptor in streams.map(\.descriptor) {
            try loop.watch(descriptor) { [unowned self] _ in copy(descriptor) }
        }
        // Before anything is copied: only one of two terminals in a row may change line ends.
        terminal?.follow(loop, command)
        return command
    }

    private func wait(for command: Command) throws(SystemError) -> Int32 {
        self.command = command
        defer { self.command = nil }
        while true {
            if let status = command.status() { return status }
            let now = Clock.now()
            for stream in streams { part = stream.unfinishedPart(at: now) ?? part }
            update(at: now)
            terminal?.flush()
            terminal?.follow(loop, command)
            let next = streams.reduce(min(updates.next, terminal?.nextTry(at: now) ?? .max)) {
                min($0, $1.nextLook)
            }
            try loop.turn(until: next)
        }
    }

    private func update(at now: Int64) {
        guard let part, updates.isDue(at: now), live.ending == nil else { return }
        live.update(show.progress(part))
    }

    private func passOn() {
        guard let command else { return }
        while let (signal, isFromProcess) = signals.nextWithSource() {
            switch (signal, terminal) {
            case (Signals.child, _): break
            case (Signals.windowChange, let terminal?): terminal.changeSize()
            case (Signals.goOn, let terminal?): terminal.resume(command)
            // What a key of the terminal makes the whole group gets from the kernel; a command with a terminal of its
            // own is of another one.
            case (_, _?) where !isFromProcess: command.kill(signal, group: command.group)
            default: if isFromProcess { command.kill(signal) }
            }
        }
    }

    private func suspend() {
        guard let command else { return }
        while stopKey?.signals.next() != nil { terminal?.suspend(command) }
    }

    private func takeEvent() {
        let descriptor = live.descriptor
        live.takeEvent()
        guard live.ending != nil else { return }
        // The command goes on without.
        if let descriptor { loop.unwatch(descriptor) }
        tell(live.ending)
    }

    private func tell(_ ending: ShowEnding?) {
        switch ending {
        case .failed(_, let message), .crashed(let message): speaker.say(message)
        case .gone, .interrupted, nil: break
        }
    }

    private func copy(_ descriptor: Int32) {
        guard let stream = streams.first(where: { $0.descriptor == descriptor }) else { return }
        let (part, isOpen) = stream.copy()
        if let part { self.part = part }
        if !isOpen {
            loop.unwatch(descriptor)
            streams.removeAll { $0.descriptor == descriptor }
        }
    }

    /// Copies what the command has printed and this process has not read yet. Processes that the command left behind may
    /// print on: they are not waited for.
    private func drain() throws(SystemError) {
        // Keys are the shell's again, and a signal counts when the HUD leaves.
        let others = [0, signals.descriptor, stopKey?.signals.descriptor, live.descriptor]
        others.compactMap(\.self).forEach(loop.unwatch)
        while !streams.isEmpty, try loop.turn(until: Clock.now()) {}
    }

    private func finish(_ status: Int32) throws(SystemError) {
        if live.ending != nil { return }
        // A command that has ended well before there was anything to be seen needs none.
        if status == 0, show.request.grace > 0, !live.hasBeenSeen {
            try live.finish(unless: signals)
        } else {
            try live.finish(status == 0 ? show.success : show.failure, for: show.stay, unless: signals)
        }
        tell(live.ending)
    }
}

/// Says lines to the user, between what the command prints to the same terminal.
private final class Speaker {
    /// What the command has in place of the user's terminal, where it has one.
    var terminal: CommandTerminal?
    private let report: (String) -> Void

    init(_ report: @escaping (String) -> Void) {
        self.report = report
    }

    func say(_ line: String) {
        if let terminal {
            terminal.interrupt { report(line) }
        } else {
            report(line)
        }
    }
}

/// The signal of the terminal's stop key, as something to read.
private final class StopKey {
    let signals: Signals

    init() throws(SystemError) {
        signals = try Signals([Signals.stopKey])
    }
}
