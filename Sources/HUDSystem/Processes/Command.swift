internal import CLinux
internal import Glibc

/// A program that this process starts and waits for.
package struct Command {
    private let processID: pid_t

    /// What a command reads from and prints to.
    package struct Streams {
        /// What one of the three is.
        package enum Stream: Equatable, Sendable {
            /// This process' own.
            case inherited
            /// Another open file of this process.
            case descriptor(Int32)
            /// The terminal.
            case terminal
        }

        /// What it reads.
        package var input = Stream.inherited
        /// What it prints.
        package var output = Stream.inherited
        /// What it complains to.
        package var errors = Stream.inherited
        /// The path of a terminal that belongs to the command alone: with it the command has a session of its own.
        package var terminal: String?

        /// This process' own.
        package init() {}
    }

    /// Starts the program that the first word names, looked up along PATH.
    package init(
        _ words: [String], _ streams: Streams = Streams()
    ) throws(SystemError) {
        processID = try Command.start(words, streams, isApart: false)
    }

    /// Starts a program that this process does not wait for, in a session of its own, with nothing to read from.
    package static func launch(_ words: [String]) throws(SystemError) {
        _ = try start(words, Streams(), isApart: true)
    }

    private static func start(
        _ words: [String], _ streams: Streams, isApart: Bool
    ) throws(SystemError) -> pid_t {
        let inherited = InheritedState.atStart
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var terminal: Int32?
        for (number, stream) in [streams.input, streams.output, streams.errors].enumerated() {
            let number = Int32(number)
            switch stream {
            case .inherited: break
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            case .terminal:
                if let terminal {
                    posix_spawn_file_actions_adddup2(&actions, terminal, number)
                } else if let path = streams.terminal {
                    // The first that the leader of a session opens becomes the session's terminal.
                    posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
                    terminal = number
                }
            }
        }
        if isApart { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
        // What this process blocks and ignores for itself.
        var mask = inherited.mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        var usual = inherited.usual
        posix_spawnattr_setsigdefault(&attributes, &usual)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        if isApart || terminal != nil { flags |= clinux_spawn_setsid }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var id: pid_t = 0
        func spawn(_ words: [String]) throws(SystemError) {
            var arguments = words.map { strdup($0) }
            defer { for argument in arguments { free(argument) } }
            arguments.append(nil)
            _ = try Syscall.run("posix_spawn", path: words[0]) {
                errno = inherited.withOldLimits {
                    posix_spawnp(&id, words[0], &actions, &attributes, arguments, environ)
                }
                return errno == 0 ? 0 : -1
            }.get("run", words[0])
        }
        // A script without a first line that names its interpreter is the shell's, as for execvp(3) and for shells.
        do throws(SystemError) {
            try spawn(words)
        } catch {
            guard error.code == ENOEXEC, let path = file(named: words[0]) else { throw error }
            try spawn(["/bin/sh", path] + words.dropFirst())
        }
        return id
    }

    /// The file that a command's name stands for: looked up along PATH where there is no slash in it.
    private static func file(named name: String) -> String? {
        if name.contains("/") { return name }
        let path = Environment.value("PATH") ?? "/bin:/usr/bin"
        return path.split(separator: ":", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }.first(where: isExecutable)
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Sends it a signal.
    package func kill(_ signal: Int32) {
        Glibc.kill(processID, signal)
    }

    /// The process group that the command leads where it has a terminal of its own.
    package var group: Int32 { processID }

    /// Sends a signal to a process group.
    package func kill(_ signal: Int32, group: Int32) {
        Glibc.kill(-group, signal)
    }

    /// The status with which a shell would end that runs it: its own, or 128 and the number of the signal that ended it;
    /// nil while it runs.
    package func status() -> Int32? {
        var status: Int32 = 0
        switch Syscall.run("waitpid", { waitpid(processID, &status, WNOHANG) }) {
        case .value(let id): if id != processID { return nil }
        // The kernel keeps no status where SIGCHLD is ignored, as a program that uses the library may do.
        case .failure: return 0
        }
        let signal = clinux_term_signal(status)
        return signal != 0 ? 128 + signal : clinux_exit_status(status)
    }
}
