import Foundation
import Glibc
import HUDSystem
import Testing

/// A process that is split off.
struct ChildTests {
    /// What a child holds is named: a lock or a client's line that it inherited by chance would stay taken.
    @Test func aChildHasTheNamedDescriptorsOnly() throws {
        let (near, far) = try Channel.pair("the child", "the test")
        let other = try FileDescriptor.inMemory("other")
        let child = try Child.split(keeping: [far.descriptor]) {
            let open = (0..<1024).filter { FileDescriptor.isOpen(raw: $0) }
            far.send(open.map { UInt8(truncatingIfNeeded: $0) })
            return 0
        }
        let open = try #require(near.receive()?.message).map(Int32.init)
        #expect(open.filter { $0 > 2 } == [far.descriptor])
        #expect(child.wait() == .exited(0))
        #expect(FileDescriptor.isOpen(raw: other.raw))
    }

    /// A process that hangs in the kernel does not end, and is not waited for for ever.
    @Test func theWaitForAnEndIsBounded() throws {
        let child = try Child.split(keeping: []) {
            Clock.sleep(until: Clock.now() + 60_000_000_000)
            return 0
        }
        let start = Clock.now()
        let ending = child.wait(until: start + 200_000_000)
        #expect(ending == nil)
        #expect(Clock.now() - start < 5_000_000_000)
        child.kill(SIGKILL)
        #expect(child.wait() == .killed(signal: SIGKILL))
        // It has been waited for: there is no such child any more.
        #expect(child.wait() == .exited(0))
    }

    @Test func theProcessorTimeGrowsWhileItWorks() throws {
        let busy = try Child.split(keeping: []) {
            let end = Clock.now() + 30_000_000_000
            while Clock.now() < end {}
            return 0
        }
        let first = busy.processorTime ?? .max
        Clock.sleep(until: Clock.now() + 500_000_000)
        let second = busy.processorTime ?? 0
        #expect(second > first)
        busy.kill(SIGSTOP)
        Clock.sleep(until: Clock.now() + 100_000_000)
        let third = busy.processorTime
        Clock.sleep(until: Clock.now() + 200_000_000)
        let fourth = busy.processorTime
        #expect(fourth == third)
        busy.kill(SIGKILL)
        _ = busy.wait()
    }
}
