import Foundation

/// A child of the test process that is told by the end of its standard input when the test process has gone.
final class ChildProcess: @unchecked Sendable {
    let pid: pid_t
    private let lock = NSLock()
    private var input: Int32
    private var ended: Int32?

    /// Starts the program `arguments[0]` with more variables, its output appended to the file `log`.
    init(_ arguments: [String], variables: [String: String], log: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw KioskError.boot("pipe: \(String(cString: strerror(errno)))") }
        // Another child that held the writing end would keep the machine alive.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o666)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var pid: pid_t = 0
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        var values = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for value in values { free(value) } }
        let failure = posix_spawn(&pid, arguments[0], &actions, nil, &pointers, &values)
        close(ends[0])
        guard failure == 0 else {
            close(ends[1])
            throw KioskError.boot("\(arguments[0]): \(String(cString: strerror(failure)))")
        }
        self.pid = pid
        input = ends[1]
    }

    deinit {
        closeInput()
    }

    /// The exit status once the child has ended, or nil.
    func poll() -> Int32? {
        lock.withLock {
            if ended == nil {
                var status: Int32 = 0
                if waitpid(pid, &status, WNOHANG) == pid {
                    ended = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
                }
            }
            return ended
        }
    }

    /// Waits for the end; nil when it did not come in time.
    func wait(seconds: Double) -> Int32? {
        let deadline = Date().addingTimeInterval(seconds)
        while Date() < deadline {
            if let status = poll() { return status }
            usleep(20_000)
        }
        return poll()
    }

    /// Ends the child's standard input, which it takes as the order to end.
    func closeInput() {
        lock.withLock {
            if input >= 0 { close(input) }
            input = -1
        }
    }
}
