internal import CLinux
internal import Glibc

/// Signals as something to read (signalfd(2)); they are blocked for the process from then on.
package struct Signals: ~Copyable {
    private let file: FileDescriptor

    /// The signals that end a show: SIGHUP, SIGINT, SIGTERM.
    package static let ending: [Int32] = [SIGHUP, SIGINT, SIGTERM]

    /// The signals that a process which runs a command passes on to it.
    package static let passedOn: [Int32] = [
        SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH,
    ]

    /// A process that this one has started has ended.
    package static let child = SIGCHLD
    /// The terminal has another size.
    package static let windowChange = SIGWINCH
    /// The terminal's stop key (Ctrl+Z).
    package static let stopKey = SIGTSTP
    /// A process is stopped, whatever it does.
    package static let stop = SIGSTOP
    /// A process that was stopped goes on.
    package static let goOn = SIGCONT

    /// Blocks `numbers` for this thread and those that it starts, and takes them as events. SIGHUP, SIGINT and SIGQUIT that this process
    /// inherited as ignored stay so (nohup(1), a shell's jobs in the background).
    ///
    /// - Throws: where the system has no descriptor left.
    package init(_ numbers: [Int32]) throws(SystemError) {
        _ = InheritedState.atStart
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers {
            let mayBeIgnored = [SIGHUP, SIGINT, SIGQUIT].contains(number)
            if !mayBeIgnored || !InheritedState.isIgnored(number) { sigaddset(&set, number) }
        }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let raw = try Syscall.run("signalfd") { signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK)) }
            .get("wait for", "signals")
        file = FileDescriptor(owning: raw, path: "signals")
    }

    /// From now on a write that cannot be done fails, and does not end the process: the reader is gone (SIGPIPE), or the file
    /// would become larger than the limit (SIGXFSZ).
    package static func surviveFailedWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// From now on the ends of this process' children can be waited for, though the process that started this one may have
    /// ignored SIGCHLD (wait(2)).
    package static func expectChildren() {
        if InheritedState.isIgnored(SIGCHLD) { signal(SIGCHLD, SIG_DFL) }
    }

    /// From now on the terminal's stop key (Ctrl+Z) does not stop the process: others wait for what it holds.
    package static func surviveStopKey() {
        signal(SIGTSTP, SIG_IGN)
    }

    /// Lets a process go on that was stopped.
    package static func wake(_ process: Int32) {
        kill(process, SIGCONT)
    }

    /// Readable when a signal has come.
    package var descriptor: Int32 { file.raw }

    /// The next signal that has come; nil when there is none.
    package func next() -> Int32? {
        nextWithSource()?.number
    }

    /// The same, and whether a process sent it; else it comes from the kernel, as of a key on the terminal.
    package func nextWithSource() -> (number: Int32, isFromProcess: Bool)? {
        var info = signalfd_siginfo()
        let count = withUnsafeMutableBytes(of: &info) { try? file.read(into: $0) }
        guard count == MemoryLayout<signalfd_siginfo>.size else { return nil }
        return (Int32(info.ssi_signo), info.ssi_code <= 0)
    }
}
