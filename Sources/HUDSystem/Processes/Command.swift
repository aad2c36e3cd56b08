internal import CLinux
internal import Glibc

/// A program that this process starts and waits for.
public struct Command {
    private let processID: pid_t

    /// What a command is given that this process changes for itself; to be taken before it does.
    public struct Surroundings {
        fileprivate var mask = sigset_t()

        /// The signals that are blocked now.
        public init() {
            pthread_sigmask(SIG_BLOCK, nil, &mask)
        }
    }

    /// Starts the program that the first word names, looked up along PATH.
    ///
    /// - Parameter output: descriptors that it gets as its standard output and standard error; nil: this process'.
    public init(
        _ words: [String], _ surroundings: Surroundings, output: (Int32, Int32)? = nil
    ) throws(SystemError) {
        processID = try Command.start(words, surroundings.mask, output: output, isApart: false)
    }

    /// Starts a program that nobody waits for, in a session of its own, with nothing to read from.
    public static func launch(_ words: [String]) throws(SystemError) {
        // Nothing is blocked for it, whatever is for this process.
        _ = try start(words, sigset_t(), output: nil, isApart: true)
    }

    private static func start(
        _ words: [String], _ mask: sigset_t, output: (Int32, Int32)?, isApart: Bool
    ) throws(SystemError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output.0, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, output.1, STDERR_FILENO)
        }
        if isApart { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
        var mask = mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK)
        if isApart {
            // What this process ignores for itself.
            var usual = sigset_t()
            sigemptyset(&usual)
            sigaddset(&usual, SIGPIPE)
            posix_spawnattr_setsigdefault(&attributes, &usual)
            flags |= Int32(POSIX_SPAWN_SETSIGDEF) | clinux_spawn_setsid
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var id: pid_t = 0
        func spawn(_ words: [String]) -> Int32 {
            var arguments = words.map { strdup($0) }
            defer { for argument in arguments { free(argument) } }
            arguments.append(nil)
            return posix_spawnp(&id, words[0], &actions, &attributes, arguments, environ)
        }
        var code = spawn(words)
        // A script without a first line that names its interpreter is the shell's, as for execvp(3) and for shells.
        if code == ENOEXEC, let path = file(named: words[0]) {
            code = spawn(["/bin/sh", path] + words.dropFirst())
        }
        guard code == 0 else { throw SystemError("run", words[0], code: code) }
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
    public func kill(_ signal: Int32) {
        Glibc.kill(processID, signal)
    }

    /// The status with which a shell would end that runs it: its own, or 128 and the number of the signal that ended it;
    /// nil while it runs.
    public func status() -> Int32? {
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
        let signal = clinux_term_signal(status)
        return signal != 0 ? 128 + signal : clinux_exit_status(status)
    }
}
