internal import CLinux
internal import Glibc

/// Pipes that have a name in a file system (fifo(7)), for a reader whose writers come and go.
///
/// A pipe that is open for reading and writing never ends: its reader is a writer, too, and waits for the next one.
package enum NamedPipe {
    /// Makes a FIFO that the user and the group may write to.
    ///
    /// - Returns: false where there is something at `path` already.
    /// - Throws: what mkfifo(3) says.
    package static func make(_ path: String) throws(SystemError) -> Bool {
        switch Syscall.run("mkfifo", path: path, { mkfifo(path, 0o660) }) {
        case .value: return true
        case .failure(EEXIST): return false
        case .failure(let code): throw SystemError("make", path, code: code)
        }
    }

    /// Opens the FIFO at `path`.
    ///
    /// - Returns: the FIFO, owned by the caller. A read that finds nothing fails with EAGAIN.
    /// - Throws: what open(2) says; EINVAL where something else than a FIFO is at `path`.
    package static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        // Not opened before it is known to be one: to open a device may do something.
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            throw SystemError("use as a FIFO", path, code: EINVAL)
        }
        return try FileDescriptor.open(path, [.readWrite, .nonBlocking, .noFollow])
    }

    /// The same FIFO, for reading and writing; nil where `file` is none, or is a pipe without a name.
    package static func reopen(_ file: borrowing FileDescriptor) -> FileDescriptor? {
        let link = "/proc/self/fd/\(file.raw)"
        var status = stat()
        guard fstat(file.raw, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        var target = [CChar](repeating: 0, count: 5)
        guard readlink(link, &target, target.count) > 0, target != "pipe:".utf8.map(CChar.init) else {
            return nil
        }
        return try? FileDescriptor.open(link, [.readWrite, .nonBlocking])
    }

    /// Removes the FIFO's name.
    package static func remove(_ path: String) { unlink(path) }
}
