internal import HUDSystem

/// The terminal that a command has while what it prints is read: this process stands between the command and the person
/// at the user's terminal, as script(1) does.
final class CommandTerminal {
    /// When the command has not taken as much, no more of what is typed is read.
    private static let mostTyped = 4_096
    private static let retry: Int64 = 20_000_000

    /// What the command is given.
    let streams: Command.Streams
    private let terminal: PseudoTerminal
    /// Whose size the command's terminal has: standard output or standard error.
    private let screen: Int32
    private var user = UserTerminal(0)
    /// Whether the person's keys are the command's.
    private let takesKeys: Bool
    private var typed: [UInt8] = []
    private var isWatched = false
    private var hasEnded = false

    /// Nil where neither standard output nor standard error is a terminal, and where the system gives none.
    ///
    /// - Parameters: descriptors for that of the command's two which is no terminal.
    init?(output: Int32, errors: Int32) {
        let isTerminal = (UserTerminal.isTerminal(1), UserTerminal.isTerminal(2))
        guard isTerminal.0 || isTerminal.1, let terminal = try? PseudoTerminal() else { return nil }
        self.terminal = terminal
        screen = isTerminal.0 ? 1 : 2
        takesKeys = UserTerminal.isTerminal(0)
        terminal.copySettings(of: screen)
        // Of two terminals in a row one ends the lines: with the keys' settings the user's ends none.
        if !takesKeys { terminal.leaveLineEnds() }
        var streams = Command.Streams()
        streams.terminal = terminal.path
        streams.input = takesKeys ? .terminal : .inherited
        streams.output = isTerminal.0 ? .terminal : .descriptor(output)
        streams.errors = isTerminal.1 ? .terminal : .descriptor(errors)
        self.streams = streams
    }

    /// What the command prints to the terminal, on its way to the user's. To be called once the command has started.
    func stream() throws(SystemError) -> CopiedStream {
        terminal.leaveToCommand()
        return CopiedStream(try terminal.controller.duplicate(), to: screen == 1 ? .output : .errors)
    }

    // MARK: - Keys

    /// Takes the person's keys while this process may: not while it is a background job.
    func follow(_ loop: EventLoop, _ command: Command) {
        let wants = takesKeys && !hasEnded && typed.count < Self.mostTyped && user.isForeground
        if wants, !user.isRaw { user.makeRaw() }
        if wants == isWatched { return }
        if wants {
            isWatched = (try? loop.watch(0) { [unowned self] _ in takeKeys(of: command) }) != nil
        } else {
            loop.unwatch(0)
            isWatched = false
        }
    }

    /// When keys that the command had no room for are tried again; `.max`: there are none.
    func nextTry(at now: Int64) -> Int64 { typed.isEmpty ? .max : now + Self.retry }

    /// Reads what is typed, and hands it to the command.
    private func takeKeys(of command: Command) {
        var buffer = [UInt8](repeating: 0, count: 1_024)
        guard let count = user.read(into: &buffer), count > 0 else {
            hasEnded = true
            return
        }
        let stopKey =
            terminal.foregroundGroup == command.group && JobControl.hasShell ? terminal.stopKey : nil
        for byte in buffer[..<count] {
            // The kernel does not stop a process whose parent is of another session, so the whole job is stopped.
            if byte == stopKey {
                JobControl.sendStopKey()
            } else {
                typed.append(byte)
            }
        }
        flush()
    }

    /// Hands on what there was no room for.
    func flush() {
        if !typed.isEmpty { typed.removeFirst(terminal.write(typed)) }
    }

    // MARK: - Signals and messages

    /// The user's terminal has another size.
    func changeSize() { terminal.copySize(of: screen) }

    /// The stop key: stops the command and this process until the shell lets the job go on.
    func suspend(_ command: Command) {
        guard JobControl.hasShell else { return }
        command.kill(Signals.stop, group: terminal.foregroundGroup ?? command.group)
        user.restore()
        JobControl.stop()
        resume(command)
    }

    /// Lets the command go on.
    func resume(_ command: Command) {
        if takesKeys, !hasEnded, user.isForeground { user.makeRaw() }
        changeSize()
        command.kill(Signals.goOn, group: terminal.foregroundGroup ?? command.group)
    }

    /// Says something to the user in between.
    func interrupt(_ say: () -> Void) {
        let isRaw = user.isRaw
        user.restore()
        say()
        if isRaw { user.makeRaw() }
    }

    /// Gives the user's terminal back.
    func end(_ loop: EventLoop) {
        hasEnded = true
        loop.unwatch(0)
        user.restore()
    }
}
