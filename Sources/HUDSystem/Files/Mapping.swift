internal import CLinux
internal import Glibc

/// Memory of a file or device, shared with other processes that map it; unmapped when its owner goes.
package struct Mapping: ~Copyable, @unchecked Sendable {
    /// Its first byte.
    package let base: UnsafeMutableRawPointer
    /// Its length in bytes.
    package let count: Int

    /// Maps `count` bytes of `file` from `offset`, for reading and writing.
    package init(_ file: borrowing FileDescriptor, offset: Int = 0, count: Int) throws(SystemError) {
        let raw = file.raw
        let address = try Syscall.run("mmap", descriptor: raw) {
            Int(bitPattern: mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, raw, off_t(offset)))
        }.get("map", file.path)
        base = UnsafeMutableRawPointer(bitPattern: address)!
        self.count = count
    }

    deinit {
        munmap(base, count)
    }
}
