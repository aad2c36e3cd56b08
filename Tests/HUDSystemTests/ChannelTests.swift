import HUDSystem
import Testing

/// The line between two processes.
struct ChannelTests {
    @Test func carriesWholeMessages() throws {
        let child = try Child.split { channel in
            while let message = channel.receive()?.message { channel.send(message.reversed()) }
            return 0
        }
        child.channel.send([1, 2, 3])
        child.channel.send([4, 5])
        #expect(child.channel.receive()?.message == [3, 2, 1])
        #expect(child.channel.receive()?.message == [5, 4])
        child.kill(9)
        #expect(child.channel.receive()?.message == nil)
        #expect(child.wait() == .killed(signal: 9))
    }

    /// The other end says a last word and closes with messages unread: the word must arrive.
    @Test func theLastWordArrives() throws {
        let child = try Child.split { channel in
            channel.send([7])
            _ = channel.receive()
            channel.send([8])
            return 3
        }
        #expect(child.channel.receive()?.message == [7])
        child.channel.send([1])
        child.channel.send([2])
        child.channel.send([3])
        #expect(child.wait() == .exited(3))
        #expect(child.channel.receive()?.message == [8])
        #expect(child.channel.receive()?.message == nil)
    }

    @Test func aDescriptorComesWithItsMessage() throws {
        let child = try Child.split { channel in
            guard let file = try? FileDescriptor.inMemory("test") else { return 1 }
            try? file.write([1, 2, 3])
            channel.send([5], with: file.raw)
            channel.send([6])
            return 0
        }
        let first = child.channel.receive()
        #expect(first?.message == [5])
        // The same open file, though the process that opened it has gone.
        let ending = child.wait()
        #expect(ending == .exited(0))
        let file = FileDescriptor(owning: try #require(first?.descriptor), path: "test")
        let size = try file.fileSize()
        #expect(size == 3)
        let second = child.channel.receive()
        #expect(second?.message == [6])
        #expect(second?.descriptor == nil)
    }

    @Test func theOtherEndIsSeenToGo() throws {
        let child = try Child.split { channel in
            channel.send([1])
            _ = channel.receive()
            return 0
        }
        #expect(child.channel.receive()?.message == [1])
        #expect(!child.channel.isGone)
        child.channel.send([2])
        child.channel.send([3])
        _ = child.wait()
        #expect(child.channel.isGone)
    }
}
