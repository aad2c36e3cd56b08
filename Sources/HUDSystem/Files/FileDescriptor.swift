internal import CLinux
internal import Glibc

/// An open file, closed when its owner goes.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, for calls that this module does not wrap. A caller that uses it does not close it.
    package let raw: Int32
    /// What it was opened from, for messages.
    package let path: String

    /// Takes over `raw`.
    package init(owning raw: Int32, path: String) {
        self.raw = raw
        self.path = path
    }

    deinit {
        Glibc.close(raw)
    }

    /// How a file is opened; always close-on-exec.
    package struct Mode: OptionSet, Sendable {
        /// Flags of open(2).
        package let rawValue: Int32

        /// Flags of open(2).
        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// To be read.
        package static let read = Mode(rawValue: O_RDONLY)
        /// To be written.
        package static let write = Mode(rawValue: O_WRONLY)
        /// Both.
        package static let readWrite = Mode(rawValue: O_RDWR)
        /// A read that has nothing to read fails.
        package static let nonBlocking = Mode(rawValue: O_NONBLOCK)
        /// Only to be looked at: what it is, not what is in it (Linux' O_PATH).
        package static let pathOnly = Mode(rawValue: 0o10000000)
        /// Made, and an error where it is there.
        package static let exclusive = Mode(rawValue: O_CREAT | O_EXCL)
        /// A folder, and nothing else.
        package static let directory = Mode(rawValue: O_DIRECTORY)
        /// Made where it is not there.
        package static let create = Mode(rawValue: O_CREAT)
        /// A terminal does not become that of this process.
        package static let noTerminal = Mode(rawValue: O_NOCTTY)
        /// Not through a symbolic link.
        package static let noFollow = Mode(rawValue: O_NOFOLLOW)
    }

    /// Opens `path`; a file that this creates gets `permissions`.
    package static func open(
        _ path: String, _ mode: Mode, permissions: UInt32 = 0o600
    ) throws(SystemError) -> FileDescriptor {
        let raw = try Syscall.run("open", path: path) {
            Glibc.open(path, mode.rawValue | O_CLOEXEC, permissions)
        }.get("open", path)
        return FileDescriptor(owning: raw, path: path)
    }

    /// Another descriptor for what an inherited one is open on; `path` is for messages.
    package static func duplicate(raw: Int32, path: String) throws(SystemError) -> FileDescriptor {
        let copy = try Syscall.run("fcntl", descriptor: raw) { Glibc.fcntl(raw, F_DUPFD_CLOEXEC, 0) }
            .get("use", path)
        return FileDescriptor(owning: copy, path: path)
    }

    /// Another descriptor for the same open file.
    package func duplicate() throws(SystemError) -> FileDescriptor { try .duplicate(raw: raw, path: path) }

    /// Whether a descriptor of this number is open.
    package static func isOpen(raw: Int32) -> Bool { Glibc.fcntl(raw, F_GETFD) >= 0 }

    /// Closes a descriptor that this process inherited and that no object owns.
    package static func close(raw: Int32) {
        Glibc.close(raw)
    }

    /// Reads up to `buffer.count` bytes; 0 at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try Syscall.run("read", descriptor: raw) { Glibc.read(raw, buffer.baseAddress, buffer.count) }
            .get("read", path)
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let done = try Syscall.run("write", descriptor: raw) {
                Glibc.write(raw, rest.baseAddress, rest.count)
            }.get("write", path)
            rest = UnsafeRawBufferPointer(rebasing: rest[done...])
        }
    }

    /// Reads up to `buffer.count` bytes into an array that is there; 0 at the end of the file.
    package func read(into buffer: inout [UInt8]) throws(SystemError) -> Int {
        let (raw, room) = (raw, buffer.count)
        return try Syscall.run("read", descriptor: raw) { Glibc.read(raw, &buffer, room) }.get("read", path)
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var done = 0
        let raw = raw
        while done < bytes.count {
            done += try Syscall.run("write", descriptor: raw) {
                bytes.withUnsafeBytes { Glibc.write(raw, $0.baseAddress! + done, $0.count - done) }
            }.get("write", path)
        }
    }

    /// Reads up to `buffer.count` bytes from `offset` on into an array that is there; 0 at the end of the file.
    package func read(into buffer: inout [UInt8], from offset: Int) throws(SystemError) -> Int {
        let (raw, room) = (raw, buffer.count)
        return try Syscall.run("pread", descriptor: raw) { pread(raw, &buffer, room, off_t(offset)) }
            .get("read", path)
    }

    /// Fills `buffer` from `offset`; throws EIO where the file ends before.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < buffer.count {
            let count = try Syscall.run("pread", descriptor: raw) {
                pread(raw, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
            }.get("read", path)
            if count == 0 { throw SystemError("read", path, code: EIO) }
            done += count
        }
    }

    /// Writes all of `bytes` at `offset`.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = try Syscall.run("pwrite", descriptor: raw) {
                pwrite(raw, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            }.get("write", path)
            if count == 0 { throw SystemError("write", path, code: EIO) }
            done += count
        }
    }

    /// The same for bytes in an array.
    package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        var done = 0
        let raw = raw
        while done < bytes.count {
            let count = try Syscall.run("pwrite", descriptor: raw) {
                bytes.withUnsafeBytes {
                    pwrite(raw, $0.baseAddress! + done, $0.count - done, off_t(offset + done))
                }
            }.get("write", path)
            if count == 0 { throw SystemError("write", path, code: EIO) }
            done += count
        }
    }

    /// An ioctl; `operation` is the verb for the message.
    @discardableResult
    package func ioctl(
        _ request: UInt, _ argument: UnsafeMutableRawPointer?, _ operation: String
    ) throws(SystemError) -> Int32 {
        try Syscall.run("ioctl", descriptor: raw, request: request) {
            clinux_ioctl(raw, request, argument)
        }.get(operation, path)
    }

    /// The file's size in bytes.
    package func fileSize() throws(SystemError) -> Int {
        var status = stat()
        _ = try Syscall.run("fstat", descriptor: raw) { fstat(raw, &status) }.get("examine", path)
        return Int(status.st_size)
    }

    /// Sets the file's size in bytes; what is new is zero.
    package func resize(_ bytes: Int) throws(SystemError) {
        _ = try Syscall.run("ftruncate", descriptor: raw) { ftruncate(raw, off_t(bytes)) }
            .get("resize", path)
    }

    /// An anonymous file in memory.
    package static func inMemory(_ name: String) throws(SystemError) -> FileDescriptor {
        let raw = try Syscall.run("memfd_create") { clinux_memfd_create(name) }
            .get("create a file in memory for", name)
        return FileDescriptor(owning: raw, path: name)
    }

    /// Takes the whole file's lock (flock(2)) without waiting: it belongs to the open file, so every process
    /// that inherits the descriptor holds it, until the last one closes it. False where another has it.
    package func tryLock() throws(SystemError) -> Bool {
        switch Syscall.run("flock", descriptor: raw, { flock(raw, LOCK_EX | LOCK_NB) }) {
        case .value: return true
        case .failure(EWOULDBLOCK): return false
        case .failure(let code): throw SystemError("lock", path, code: code)
        }
    }

    /// Lets the process that holds the file's lock know that it is waited for, until this open file is closed.
    package func awaitLock() throws(SystemError) {
        let raw = raw
        _ = try Syscall.run("fcntl", descriptor: raw) { clinux_lock_byte(raw) }.get("lock", path)
    }

    /// Whether another process waits for the file's lock.
    package var isLockAwaited: Bool { clinux_is_byte_locked(raw) }
}
