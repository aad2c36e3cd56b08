import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Synchronization
import Testing

/// A framebuffer without a card: its frames go by the call that waits for the display, where that waits.
@Suite struct PacingTests {
    let folder = Folder()
    let layer = noisyLayer(40, 30)
    let device = FakeFramebuffer(.sample(160, 120, bits: 32, fields: FramebufferGeometry.xrgb))

    /// Shows whenever it is time to, for `duration`; how often that was, and how often the call was made.
    func run(
        period: Int64, for duration: Int64, wait: @escaping @Sendable () -> Int32
    ) throws -> (frames: Int, calls: Int) {
        let counter = Counter()
        device.waitForFrame = {
            counter.calls.add(1, ordering: .relaxed)
            return wait()
        }
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: period), region: showRegion(layer, 80, 60),
            journal: Journal.open(directory: folder.path).freePart(), note: { _ in })
        let poller = try Poller()
        let descriptor = try #require(screen.descriptor)
        try poller.add(descriptor)
        let end = Clock.now() + duration
        var frames = 0
        while Clock.now() < end {
            if screen.nextFrame <= Clock.now() {
                try screen.present(layer, Pose(centerX: 80, centerY: 60))
                frames += 1
            }
            if try !poller.wait(until: min(end, screen.nextFrame)).isEmpty { screen.drain() }
        }
        poller.remove(descriptor)
        try screen.giveBack()
        return (frames, counter.calls.load(ordering: .relaxed))
    }

    private final class Counter: Sendable {
        let calls = Atomic<Int>(0)
    }

    @Test func aFrameEachTimeTheDisplayBeginsOne() throws {
        // By time there would be one.
        let (frames, calls) = try run(period: 1_000_000_000, for: 500_000_000) {
            Clock.sleep(until: Clock.now() + 5_000_000)
            return 0
        }
        #expect(frames > 5)
        #expect((frames - 1...frames).contains(calls))
    }

    /// No such call, a display in others' hands, and a driver that says at once that it has waited.
    @Test(arguments: [(ENOTTY, 1), (EBUSY, 1), (EINVAL, 1), (0, 9)] as [(Int32, Int)])
    func timePacesWhereNothingWaits(code: Int32, most: Int) throws {
        let (frames, calls) = try run(period: 10_000_000, for: 300_000_000) { code }
        #expect((3...35).contains(frames))
        #expect((1...most).contains(calls))
    }

    /// Now and then the call comes just before a frame begins.
    @Test func aShortWaitIsNoReasonToStopWaiting() throws {
        let number = Counter()
        let (frames, calls) = try run(period: 40_000_000, for: 500_000_000) {
            if number.calls.add(1, ordering: .relaxed).newValue % 3 == 0 {
                Clock.sleep(until: Clock.now() + 5_000_000)
            }
            return 0
        }
        #expect(calls > 3 && calls >= frames - 1)
    }

    @Test func aDisplayThatNeverBeginsAFrameIsNotWaitedFor() throws {
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let (frames, calls) = try run(period: 10_000_000, for: 300_000_000) {
            gate.wait()
            return 0
        }
        #expect((3...11).contains(frames))
        #expect(calls == 1)
    }
}
