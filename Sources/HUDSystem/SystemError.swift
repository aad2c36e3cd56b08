internal import CLinux
internal import Glibc

/// A system call that failed: what was tried, on what, and the kernel's reason.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb: "open", "map", "grab".
    public let operation: String
    /// On what: a path or a few words.
    public let subject: String
    /// The kernel's `errno`.
    public let code: Int32

    /// A call's failure.
    public init(_ operation: String, _ subject: String, code: Int32) {
        self.operation = operation
        self.subject = subject
        self.code = code
    }

    /// One line: what failed, on what, and why.
    public var description: String {
        "cannot \(operation) \(subject): \(String(cString: strerror(code)))"
    }

    /// The caller may not (EACCES, EPERM): a matter of groups or capabilities.
    public var isPermission: Bool { code == EACCES || code == EPERM }
    /// There is no such file or device (ENOENT, ENODEV, ENXIO).
    public var isMissing: Bool { code == ENOENT || code == ENODEV || code == ENXIO }
    /// Another process holds it (EBUSY), or it would block (EAGAIN).
    public var isBusy: Bool { code == EBUSY || code == EAGAIN }
}
