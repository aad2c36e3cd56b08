import HUDDisplay
import Testing

@Suite struct EventQueueTests {
    /// As the kernel writes them: type, length, user data, seconds, microseconds, sequence, CRTC.
    func event(_ type: UInt32, crtc: UInt32, seconds: UInt32, length: UInt32 = 32) -> [UInt8] {
        [type, length, 0, 0, seconds, 5, 9, crtc].flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
    }

    let vblank: UInt32 = 1
    let flip: UInt32 = 2

    @Test func eachOutputGetsItsOwn() {
        let queue = DRMEventQueue()
        let bytes =
            event(flip, crtc: 50, seconds: 1) + event(vblank, crtc: 49, seconds: 2)
            + event(flip, crtc: 49, seconds: 3)
        bytes.withUnsafeBytes(queue.add)
        #expect(
            queue.take(ofCRTC: 49) == [
                DRMEvent(kind: .vblank, time: 2_000_005_000), DRMEvent(kind: .flip, time: 3_000_005_000),
            ])
        #expect(queue.take(ofCRTC: 49).isEmpty)
        #expect(queue.take(ofCRTC: 50) == [DRMEvent(kind: .flip, time: 1_000_005_000)])
    }

    @Test func whereTheKernelDoesNotSayWhoseItIsItIsWhoeverAsks() {
        let queue = DRMEventQueue()
        event(flip, crtc: 0, seconds: 1).withUnsafeBytes(queue.add)
        #expect(queue.take(ofCRTC: 50).count == 1)
        #expect(queue.take(ofCRTC: 50).isEmpty)
    }

    @Test func othersAreLeftOutAndNonsenseEnds() {
        let queue = DRMEventQueue()
        let bytes =
            event(3, crtc: 50, seconds: 1) + event(flip, crtc: 50, seconds: 2)
            + event(flip, crtc: 50, seconds: 3, length: 0).prefix(20)
        bytes.withUnsafeBytes(queue.add)
        #expect(queue.take(ofCRTC: 50) == [DRMEvent(kind: .flip, time: 2_000_005_000)])
        [UInt8](repeating: 0, count: 64).withUnsafeBytes(queue.add)
        #expect(queue.take(ofCRTC: 50).isEmpty)
    }
}
