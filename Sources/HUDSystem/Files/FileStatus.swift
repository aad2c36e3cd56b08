internal import CLinux
internal import Glibc

/// What kind of file it is, and whose.
package struct FileStatus: Equatable, Sendable {
    /// An ordinary file.
    package let isRegular: Bool
    /// A device that is read and written byte by byte.
    package let isCharacterDevice: Bool
    /// A device's driver number; 29 is that of framebuffers.
    package let major: UInt32
    /// The number of its group.
    package let groupID: UInt32
    /// In bytes.
    package let size: Int
    /// The owner's number.
    package let userID: UInt32
    /// Read, write, execute, and the special bits.
    package let permissions: UInt32
    /// Equal for two paths that lead to the same file.
    package let identity: Identity

    /// Which file it is, on which file system.
    package struct Identity: Equatable, Sendable {
        let device: UInt
        let inode: UInt
    }

    /// The status of what is at `path`, links followed; nil where there is nothing.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isCharacterDevice = status.st_mode & S_IFMT == S_IFCHR
        major = UInt32(status.st_rdev >> 8 & 0xfff)
        groupID = status.st_gid
        userID = status.st_uid
        permissions = status.st_mode & 0o7777
        size = Int(status.st_size)
        identity = Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }

    /// The group's name, or its number where it has none.
    package var group: String {
        guard let entry = getgrgid(groupID) else { return "\(groupID)" }
        return String(cString: entry.pointee.gr_name)
    }
}

extension FileDescriptor {
    /// The status of the open file.
    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        let raw = raw
        _ = try Syscall.run("fstat", descriptor: raw) { fstat(raw, &status) }.get("examine", path)
        return FileStatus(status)
    }

    /// Sets the size and takes the memory for it now: a full /run is an error here and not a SIGBUS later.
    package func allocate(_ bytes: Int) throws(SystemError) {
        let raw = raw
        try resize(bytes)
        _ = try Syscall.run("fallocate", descriptor: raw) {
            let code = posix_fallocate(raw, 0, off_t(bytes))
            errno = code
            return code == 0 ? Int32(0) : -1
        }.get("get \(bytes) bytes for", path)
    }

    /// Lets `group` read and write the file, or what `permissions` say; no error where the caller is not in it.
    package func share(withGroup group: UInt32, permissions: UInt32 = 0o660) {
        fchown(raw, uid_t.max, group)
        fchmod(raw, permissions)
    }

    /// Opens a device of a driver, by its number among the kernel's drivers, after looking what is there: opening another
    /// device can already do something.
    ///
    /// - Throws: ENODEV where it is another one.
    package static func open(
        device path: String, _ mode: Mode, major: UInt32
    ) throws(SystemError) -> FileDescriptor {
        let before = try open(path, .pathOnly).status()
        guard before.isCharacterDevice, before.major == major else {
            throw SystemError("use", path, code: ENODEV)
        }
        let file = try open(path, mode)
        guard try file.status().identity == before.identity else {
            throw SystemError("use", path, code: ENODEV)
        }
        return file
    }
}
