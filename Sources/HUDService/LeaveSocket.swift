internal import Glibc
internal import HUDSystem

/// How a newer HUD asks the one on the screen to leave: it calls the socket beside the lock. Nothing is said;
/// the call is the request, and the lock, when it becomes free, the answer.
///
/// Each user has a socket of a name of its own, since no user can remove another's there.
enum LeaveSocket {
    private static let prefix = "leave."

    /// Becomes the process that is asked. To be called by the one that holds the lock. Readable when another process asks.
    ///
    /// The socket's file stays behind: removing it could hit the next holder's, and calling a dead one is
    /// refused at once.
    ///
    /// - Throws: where the socket cannot be made.
    static func listen(in directory: String) throws(SystemError) -> FileDescriptor {
        try LocalSocket.listen(
            at: "\(directory)/\(prefix)\(geteuid())", group: FileStatus(path: directory)?.groupID ?? getegid()
        )
    }

    /// Asks. A process that was stopped (Ctrl+Z) is woken, or it would never hear it. That no process is there is no error: the
    /// holder may be just going, or was killed.
    static func ask(in directory: String) {
        for name in Files.names(in: directory) where name.hasPrefix(prefix) {
            guard let line = try? LocalSocket.connect(to: directory + "/" + name) else { continue }
            if let holder = LocalSocket.listener(of: line) { Signals.wake(holder) }
        }
    }
}
