internal import CLinux
internal import Glibc

/// The terminal that a person types at and this process was started from.
package struct UserTerminal: ~Copyable {
    private let descriptor: Int32
    private var before: termios?
    /// So many bytes were typed before it was made raw, and are still to be read.
    private var countBefore: Int32 = 0

    /// Whether a descriptor is open on a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Leaves everything as it is.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if var before { UserTerminal.set(descriptor, &before) }
    }

    /// Whether this process may read from it; a background job may not.
    package var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Whether every byte goes through as it is: no key is a signal, nothing is echoed, no line end is changed.
    package var isRaw: Bool { before != nil }

    /// Makes it raw, until this value goes or `restore` is called.
    package mutating func makeRaw() {
        var settings = termios()
        guard before == nil, tcgetattr(descriptor, &settings) == 0 else { return }
        before = settings
        cfmakeraw(&settings)
        UserTerminal.set(descriptor, &settings)
        if ioctl(descriptor, UInt(FIONREAD), &countBefore) != 0 { countBefore = 0 }
    }

    /// Gives it its settings back.
    package mutating func restore() {
        if var before { UserTerminal.set(descriptor, &before) }
        before = nil
    }

    /// Reads what was typed; nil where nothing can be read any more.
    package mutating func read(into buffer: inout [UInt8]) -> Int? {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0 { return nil }
        // The kernel keeps an end of file that was typed before as a zero byte (`n_tty_receive_char_special`).
        let key = before?.c_cc.4 ?? 0  // VEOF
        for index in 0..<min(count, Int(countBefore)) where buffer[index] == 0 { buffer[index] = key }
        countBefore = max(0, countBefore - Int32(count))
        return count
    }

    /// Sets it though this process may be a background job by now: that is no reason to stop it.
    private static func set(_ descriptor: Int32, _ settings: inout termios) {
        var set = sigset_t()
        var mask = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &set, &mask)
        tcsetattr(descriptor, TCSADRAIN, &settings)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}
