import HUDSystem
import Testing

/// The line between two processes.
struct ChannelTests {
    @Test func carriesWholeMessages() throws {
        let child = try Child.split { channel in
            while let message = channel.receive() { channel.send(message.reversed()) }
            return 0
        }
        child.channel.send([1, 2, 3])
        child.channel.send([4, 5])
        #expect(child.channel.receive() == [3, 2, 1])
        #expect(child.channel.receive() == [5, 4])
        child.kill(9)
        #expect(child.channel.receive() == nil)
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
        #expect(child.channel.receive() == [7])
        child.channel.send([1])
        child.channel.send([2])
        child.channel.send([3])
        #expect(child.wait() == .exited(3))
        #expect(child.channel.receive() == [8])
        #expect(child.channel.receive() == nil)
    }
}
