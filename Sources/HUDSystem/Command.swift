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
    public init(_ words: [String], _ surroundings: Surroundings) throws(SystemError) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = surroundings.mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var id: pid_t = 0
        let code = posix_spawnp(&id, words[0], nil, &attributes, arguments, environ)
        guard code == 0 else { throw SystemError("run", words[0], code: code) }
        processID = id
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
