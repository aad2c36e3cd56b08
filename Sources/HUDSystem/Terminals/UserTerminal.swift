internal import CLinux
internal import Glibc

/// The terminal that a person types at and this process was started from.
public struct UserTerminal: ~Copyable {
    private let descriptor: Int32
    private var before: termios?

    /// Whether a descriptor is open on a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Leaves everything as it is.
    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if var before { UserTerminal.set(descriptor, &before) }
    }

    /// Whether this process may read from it; a background job may not.
    public var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Whether every byte goes through as it is: no key is a signal, nothing is echoed, no line end is changed.
    public var isRaw: Bool { before != nil }

    /// Makes it raw, until this value goes or `restore` is called.
    public mutating func makeRaw() {
        var settings = termios()
        guard before == nil, tcgetattr(descriptor, &settings) == 0 else { return }
        before = settings
        cfmakeraw(&settings)
        UserTerminal.set(descriptor, &settings)
    }

    /// Gives it its settings back.
    public mutating func restore() {
        if var before { UserTerminal.set(descriptor, &before) }
        before = nil
    }

    /// Reads what was typed; nil where nothing can be read any more.
    public func read(into buffer: inout [UInt8]) -> Int? {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return count < 0 ? nil : count
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
