internal import HUDSystem

/// How a newer HUD asks the one on the screen to leave: it calls the socket beside the lock. Nothing is said;
/// the call is the request, and the lock, when it becomes free, the answer.
enum LeaveSocket {
    private static func path(in directory: String) -> String { directory + "/leave.sock" }

    /// Becomes the one who is asked. To be called by whoever holds the lock. Readable when somebody asks.
    ///
    /// The socket's file stays behind: taking it away could hit the next holder's, and calling a dead one is
    /// refused at once.
    static func hang(in directory: String) throws(SystemError) -> FileDescriptor {
        try LocalSocket.listen(at: path(in: directory))
    }

    /// Asks; one who was stopped (Ctrl+Z) is woken, or he would never hear it. Nobody there is no error: the holder may
    /// be just going, or was killed.
    static func ring(in directory: String) {
        guard let line = try? LocalSocket.connect(to: path(in: directory)) else { return }
        if let holder = LocalSocket.listener(of: line) { Signals.wake(holder) }
    }
}
