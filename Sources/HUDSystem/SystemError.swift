internal import CLinux
internal import Glibc

/// A system call that failed: what was tried, on what, and the kernel's reason.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb: "open", "map", "grab".
    package let operation: String
    /// On what: a path or a few words.
    package let subject: String
    /// The kernel's `errno`.
    package let code: Int32

    /// A call's failure.
    package init(_ operation: String, _ subject: String, code: Int32) {
        self.operation = operation
        self.subject = subject
        self.code = code
    }

    /// One line: what failed, on what, and why.
    package var description: String {
        "cannot \(operation) \(subject): \(String(cString: strerror(code)))"
    }

    /// The caller may not (EACCES, EPERM): a matter of groups or capabilities.
    package var isPermission: Bool { code == EACCES || code == EPERM }
    /// There is no such file or device (ENOENT, ENODEV, ENXIO).
    package var isMissing: Bool { code == ENOENT || code == ENODEV || code == ENXIO }
    /// Another process holds it (EBUSY), or it would block (EAGAIN).
    package var isBusy: Bool { code == EBUSY || code == EAGAIN }
}
