internal import CLinux
internal import Glibc

/// Stream sockets with a name in the file system (unix(7)).
package enum LocalSocket {
    /// Waits for callers at `path`; what this user left there before is replaced. Readable when a process calls.
    ///
    /// - Parameter group: members of it may call, too.
    /// - Throws: where the name cannot be had.
    package static func listen(at path: String, group: UInt32) throws(SystemError) -> FileDescriptor {
        let file = try make(path)
        unlink(path)
        let raw = file.raw
        // The name gets the socket's own permissions less the mask (net/unix/af_unix.c, unix_bind_bsd): it is never open to more
        // than those who may call, and nothing is changed by a name that another process may have replaced.
        fchmod(raw, 0o660)
        let mask = umask(0o117)
        defer { umask(mask) }
        _ = try withAddress(path) { address, length in
            Syscall.run("bind", descriptor: raw, path: path) { bind(raw, address, length) }
        }.get("create", path)
        if !clinux_give_socket(path, group) { unlink(path) }
        _ = try Syscall.run("listen", descriptor: raw, path: path) { Glibc.listen(raw, 16) }
            .get("listen at", path)
        return file
    }

    /// Calls the process that waits at `path`.
    ///
    /// - Throws: where none does, or this user may not.
    package static func connect(to path: String) throws(SystemError) -> FileDescriptor {
        let file = try make(path)
        let raw = file.raw
        _ = try withAddress(path) { address, length in
            Syscall.run("connect", descriptor: raw, path: path) { Glibc.connect(raw, address, length) }
        }.get("connect to", path)
        return file
    }

    /// The process that waits where `connection` leads to (`SO_PEERCRED`, unix(7)); nil where it cannot be seen from
    /// here.
    package static func listener(of connection: borrowing FileDescriptor) -> Int32? {
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        let status = getsockopt(connection.raw, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        return status == 0 && credentials.process > 0 ? credentials.process : nil
    }

    private static func make(_ path: String) throws(SystemError) -> FileDescriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let raw = try Syscall.run("socket", path: path) { socket(AF_UNIX, kind, 0) }
            .get("create a socket for", path)
        return FileDescriptor(owning: raw, path: path)
    }

    private static func withAddress<Result>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) throws(SystemError) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError("use the socket path", path, code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
