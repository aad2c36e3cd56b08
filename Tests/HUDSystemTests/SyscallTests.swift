import Glibc
import HUDSystem
import Testing

/// The seam under the system calls. One after the other: it is the process' own.
@Suite(.serialized) struct SyscallTests {
    @Test func interruptedCallsAreMadeAgain() throws {
        let file = try FileDescriptor.inMemory("interrupted")
        let descriptor = file.raw
        let counter = Counter()
        Syscall.inject { call in
            guard call.descriptor == descriptor, call.name == "write" else { return nil }
            return counter.next() < 3 ? EINTR : nil
        }
        defer { Syscall.stopInjecting() }
        try file.write([1, 2, 3])
        #expect(try file.fileSize() == 3)
        #expect(counter.value == 4)
    }

    @Test(arguments: [EBUSY, ENODEV, EACCES])
    func failuresAreNamed(_ code: Int32) throws {
        let file = try FileDescriptor.inMemory("the thing")
        let descriptor = file.raw
        Syscall.inject { $0.descriptor == descriptor && $0.name == "pwrite" ? code : nil }
        defer { Syscall.stopInjecting() }
        var caught: SystemError?
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        defer { bytes.deallocate() }
        do throws(SystemError) {
            try file.write(UnsafeRawBufferPointer(bytes), at: 0)
        } catch {
            caught = error
        }
        #expect(caught == SystemError("write", "the thing", code: code))
        #expect(caught?.description.hasPrefix("cannot write the thing: ") == true)
    }

    @Test func theLockIsOneAtATimeAndInherited() throws {
        let path = "/tmp/hud-lock-\(getpid())"
        defer { unlink(path) }
        let second = try Lock(path)
        let child = try startHolder(of: path)
        // The first owner is gone; a process that inherited the lock has it still.
        #expect(try !second.file.tryLock())
        child.channel.send([0])
        #expect(child.wait() == .exited(0))
        #expect(try second.file.tryLock())
    }

    /// Locks a file, splits off a process that inherits it, and lets go of it here.
    private func startHolder(of path: String) throws -> Line {
        let first = try Lock(path)
        #expect(try first.file.tryLock())
        return try Line.split(keeping: [first.file.raw]) { channel in
            _ = channel.receive()
            return 0
        }
    }
}

private final class Lock {
    let file: FileDescriptor

    init(_ path: String) throws(SystemError) {
        file = try FileDescriptor.open(path, [.readWrite, .create])
    }
}

private final class Counter: @unchecked Sendable {
    private(set) var value = 0

    func next() -> Int {
        value += 1
        return value - 1
    }
}
