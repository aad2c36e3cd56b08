import HUDSystem
import TestSupport
import Testing

/// A file's lock, and the word that another process waits for it.
struct LockTests {
    @Test func holderHearsOfWhoWaits() throws {
        let folder = try TemporaryDirectory()
        let file = folder.path + "/lock"
        let holder = try FileDescriptor.open(file, [.readWrite, .create])
        let isHeld = try holder.tryLock()
        try holder.awaitLock()
        var heard = [holder.isLockAwaited]
        do {
            // Reading is enough.
            let waiter = try FileDescriptor.open(file, [.read])
            let isHeldTwice = try waiter.tryLock()
            #expect(isHeld && !isHeldTwice)
            heard.append(holder.isLockAwaited)
            try waiter.awaitLock()
            heard.append(holder.isLockAwaited)
        }
        heard.append(holder.isLockAwaited)
        #expect(heard == [false, false, true, false])
    }
}
