import HUDSystem
import Testing

/// A process that was split off, and the line to it.
final class Line {
    let process: Child
    let channel: Channel

    private init(_ process: consuming Child, _ channel: Channel) {
        self.process = process
        self.channel = channel
    }

    static func split(keeping kept: [Int32] = [], _ body: (Channel) -> Int32) throws -> Line {
        let (near, far) = try Channel.pair("the child", "the test")
        return Line(try Child.split(keeping: kept + [far.descriptor]) { body(far) }, near)
    }

    func kill(_ signal: Int32) { process.kill(signal) }

    func wait() -> Child.Ending? { process.wait() }
}

/// The line between two processes.
struct ChannelTests {
    @Test func carriesWholeMessages() throws {
        let child = try Line.split { channel in
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
        let child = try Line.split { channel in
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
        let child = try Line.split { channel in
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
        let child = try Line.split { channel in
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

    /// What there is no room for is told to the sender, and waits in the outbox; the other end gets all of it.
    @Test func nothingIsLostWhereTheOtherEndStandsStill() throws {
        let line = try Line.split { channel in
            // Reads nothing before it is told to by a signal.
            Clock.sleep(until: Clock.now() + 300_000_000)
            var count = 0
            while let message = channel.receive()?.message, message != [9] { count += 1 }
            channel.send([UInt8(count >> 8), UInt8(count & 255)])
            return 0
        }
        #expect((0..<5000).contains { _ in line.channel.offer([1]) == .full })
        var count = 0
        let outbox = Outbox(line.channel)
        for _ in 0..<1000 {
            outbox.send([2])
            count += 1
        }
        #expect(!outbox.isEmpty)
        outbox.send([9])
        #expect(outbox.flush(until: Clock.now() + 20_000_000_000))
        let told = try #require(line.channel.receive()?.message)
        #expect(Int(told[0]) << 8 | Int(told[1]) > count)
        #expect(outbox.dropped == 0)
    }

    /// What may be dropped is, before the sender's memory fills; what may not, arrives.
    @Test func onlyWhatMayBeDroppedIs() throws {
        let (near, far) = try Channel.pair("the other", "the one")
        let outbox = Outbox(near)
        for _ in 0..<5000 { outbox.send([1], mayBeDropped: true) }
        outbox.send([7])
        #expect(outbox.dropped > 3000)
        var last: [UInt8] = []
        while !outbox.isEmpty || far.hasNext {
            if far.hasNext { last = far.receive()?.message ?? [] }
            outbox.flush()
        }
        #expect(last == [7])
    }

    @Test func aDescriptorThatCannotBeTakenIsTold() throws {
        let line = try Line.split { channel in
            _ = channel.receive()
            // No number is free any more.
            var fillers: [Filler] = []
            while let filler = try? Filler() { fillers.append(filler) }
            let received = channel.receive()
            return received?.isDescriptorLost == true && received?.descriptor == nil ? 0 : 1
        }
        let file = try FileDescriptor.inMemory("file")
        line.channel.send([1])
        line.channel.send([2], with: file.raw)
        #expect(line.wait() == .exited(0))
    }
}

private final class Filler {
    private let file: FileDescriptor
    init() throws(SystemError) { file = try FileDescriptor.inMemory("filler") }
}

/// A place for the newest message.
struct LatestMessageTests {
    @Test func theNewestCounts() throws {
        let place = try LatestMessage()
        #expect(place.take() == nil)
        try place.put([1, 2, 3])
        try place.put([])
        try place.put([UInt8](repeating: 7, count: 100_000))
        try place.put([4])
        // The writer's own place is up to date; another process' is not.
        #expect(place.take() == nil)
    }

    /// While one process writes as fast as it can another one reads: each message that it gets is whole, and the last one comes.
    @Test func isNeverReadHalf() throws {
        let place = try LatestMessage()
        let child = try Child.split(keeping: [place.descriptor]) {
            var last: UInt8 = 0
            let end = Clock.now() + 20_000_000_000
            while Clock.now() < end {
                guard let message = place.take() else { continue }
                guard let first = message.first, message.allSatisfy({ $0 == first }) else { return 1 }
                last = first
                if last == 255 { return 0 }
            }
            return 2
        }
        for index in 0..<20_000 {
            try place.put([UInt8](repeating: UInt8(index % 251), count: 1 + index * 37 % 9000))
        }
        try place.put([255])
        #expect(child.wait() == .exited(0))
    }
}
