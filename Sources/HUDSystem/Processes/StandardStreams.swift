internal import CLinux
internal import Glibc

/// What a process has been given to speak through.
package enum StandardStreams {
    /// Fills those that are closed with /dev/null, so that no device is opened under their numbers and then written
    /// to as if it were a terminal. To be called before anything is opened.
    package static func fill() {
        while true {
            let next = open("/dev/null", O_RDWR)
            if next > STDERR_FILENO { close(next) }
            if next < 0 || next > STDERR_FILENO { return }
        }
    }

    /// One line to standard error, whatever it holds; nothing happens where it is closed.
    package static func complain(_ line: String) {
        write(MessageText.safe(line) + "\n", to: STDERR_FILENO)
    }

    /// Text to standard output.
    ///
    /// - Throws: where it could not be written: the reader is gone, the disk is full.
    package static func say(_ text: String) throws(SystemError) {
        if !write(text, to: STDOUT_FILENO) { throw SystemError("write", "standard output", code: errno) }
    }

    /// Lets go of all three, for a process that outlives what started it: a caller that reads our output to
    /// its end must not wait for us.
    package static func detach() {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { return }
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(null, stream) }
        if null > STDERR_FILENO { close(null) }
    }

    /// Bytes to standard output (1) or standard error (2). False where they could not be written.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            done += count
        }
        return true
    }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        write(Array(text.utf8), to: descriptor)
    }
}
