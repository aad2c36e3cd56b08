import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

@Suite struct PrimaryTests {
    let card = FakeCard()
    let folder = Folder()
    let layer = noisyLayer(40, 30)
    let rest = Pose(centerX: 160, centerY: 120)
    var region: Rect { showRegion(layer, 160, 120) }

    func plan(_ clock: () -> Int64 = { 0 }) throws -> PrimaryPlan {
        try PrimaryPlan.find(try #require(DRMOutput.lit(on: card).first), clock: clock)
    }

    func screen(_ journal: Journal? = nil) throws -> KMSPrimaryScreen {
        let card = card
        return try KMSPrimaryScreen(
            plan(), region: region, journal: (journal ?? Journal.open(directory: folder.path)).freePart(),
            clock: { card.time }, shareCard: { _ in })
    }

    func refusal() -> DisplayError? { failure { _ = try plan() } }

    /// What is on glass is the picture below with the layer in `pose`, and nothing else.
    func expectShown(_ pose: Pose) throws {
        let buffer = try #require(card.buffers[card.plane(31).state.framebuffer])
        let view = Rect(x: card.picture.x, y: card.picture.y, width: 320, height: 240)
        let below = card.picture.surface.part(view)
        let expected = FakeBuffer(card, 0, below.size, code: card.picture.description.code)
        let target = Surface(
            base: expected.surface.base, size: below.size, stride: expected.surface.stride,
            format: below.format)
        compose(layer, pose, over: below, into: target, x: 0, y: 0)
        let seen = buffer.surface.part(view)
        let bad = (0..<view.height).filter {
            memcmp(seen.row($0), target.row($0), view.width * below.format.bytesPerPixel) != 0
        }
        #expect(bad.isEmpty, "rows \(bad)")
    }

    @Test(arguments: [FakeCard.xrgb8888, FakeCard.rgb565])
    func eachFrameIsThePictureAsItIsNowWithTheBox(code: UInt32) throws {
        card.picture.description.code = code
        let screen = try screen()
        #expect(!card.isMaster)
        var seed: UInt64 = 40
        for pose in showPoses(160, 120) {
            seed += 1
            card.picture.draw(seed: seed)
            let before = card.picture.contents
            try screen.present(layer, pose)
            try expectShown(pose)
            #expect(!card.isMaster)
            #expect(card.picture.contents == before)
            card.time += 40_000_000
            try screen.drain()
        }
        // Never the one on glass.
        #expect(zip(card.flips, card.flips.dropFirst()).allSatisfy { $0 != $1 })
        try screen.giveBack()
        #expect(card.plane(31).state.framebuffer == 900)
        #expect(card.buffers.isEmpty && card.picture.opened == 0 && card.isClosed)
    }

    /// Memory of a card is slow to read (uncached, write-combining): whatever stands there, the frame is the same.
    @Test func theDisplaysMemoryIsWrittenAndNeverRead() throws {
        let screen = try screen()
        for (number, pose) in showPoses(160, 120).enumerated() {
            let shown = card.plane(31).state.framebuffer
            for buffer in card.buffers.values where buffer.framebuffer != shown {
                let surface = buffer.surface
                memset(surface.base, Int32(37 + number), surface.stride * surface.size.height)
            }
            try screen.present(layer, pose)
            try expectShown(pose)
            card.time += 40_000_000
            try screen.drain()
        }
        try screen.giveBack()
    }

    @Test func aPartOfALargerFramebufferIsShown() throws {
        card.picture.x = 10
        card.picture.y = 6
        let screen = try screen()
        try screen.present(layer, rest)
        try expectShown(rest)
    }

    @Test func theBoxAtTheEdgeOfTheScreenIsCutOff() throws {
        for (x, y) in [(0.0, 0.0), (320.0, 240.0), (5.0, 239.0)] {
            let pose = Pose(centerX: x, centerY: y)
            let test = PrimaryTests()
            let card = test.card
            let screen = try KMSPrimaryScreen(
                test.plan(), region: pose.bounds(of: layer.size),
                journal: Journal.open(directory: test.folder.path).freePart(), clock: { card.time },
                shareCard: { _ in })
            try screen.present(test.layer, pose)
            try test.expectShown(pose)
        }
    }

    @Test func inTheHoldThePictureIsFollowedLessOften() throws {
        let screen = try screen()
        try screen.present(layer, rest)
        try screen.drain()
        let begin = card.time
        var flips = 0
        while card.time < begin + 1_000_000_000 {
            let count = card.flips.count
            try screen.present(layer, rest)
            flips += card.flips.count - count
            try screen.drain()
            card.time = max(card.time + 1_000_000, screen.nextFrame)
        }
        #expect((20...31).contains(flips))
        card.picture.draw(seed: 99)
        card.time += 40_000_000
        try screen.present(layer, rest)
        try expectShown(rest)
    }

    @Test func whatThePictureReplacedIsReplacedAgain() throws {
        let screen = try screen()
        try screen.present(layer, rest)
        try screen.drain()
        card.planeList[0].state.framebuffer = 900
        try screen.present(layer, rest)
        try expectShown(rest)
    }

    @Test func busyFlipsAreTriedAgain() throws {
        let screen = try screen()
        var refusals = 5
        card.onFlip = { _ in
            refusals -= 1
            return refusals >= 0 ? EBUSY : nil
        }
        for _ in 0..<7 {
            try screen.present(layer, rest)
            try screen.drain()
            card.time = max(card.time, screen.nextFrame)
        }
        try expectShown(rest)
        refusals = 3
        try screen.giveBack()
        #expect(card.plane(31).state.framebuffer == 900)
    }

    @Test func anotherMasterEndsTheShow() throws {
        let screen = try screen()
        try screen.present(layer, showPoses(160, 120)[0])
        try screen.drain()
        card.planeList[0].state.framebuffer = 77
        card.isTaken = true
        #expect(failure { try screen.present(layer, rest) }?.kind == .busy)
        let journal = try Journal.open(directory: folder.path)
        #expect(journal.isPending)
        try screen.giveBack()
        #expect(card.plane(31).state.framebuffer == 77)
        #expect(card.isClosed && !journal.isPending)
    }

    @Test func anotherModeEndsTheShow() throws {
        let screen = try screen()
        try screen.present(layer, rest)
        try screen.drain()
        card.mode?.size.width = 300
        #expect(failure { try screen.present(layer, rest) }?.kind == .failed)
    }

    @Test func aDarkDisplayIsNoFailure() throws {
        let screen = try screen()
        try screen.present(layer, showPoses(160, 120)[0])
        try screen.drain()
        card.isActive = false
        card.onFlip = { _ in EINVAL }
        try screen.present(layer, rest)
        card.isActive = true
        card.onFlip = nil
        card.time = screen.nextFrame
        try screen.present(layer, rest)
        try expectShown(rest)
    }

    @Test func whatCannotBeReadIsRefusedWithTheReason() throws {
        let good = card.picture.description
        func expect(_ word: String, _ change: (inout DRMFramebuffer) -> Void) {
            card.picture.description = good
            change(&card.picture.description)
            let error = refusal()
            #expect(error?.kind == .noDisplay)
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "taken")")
        }
        expect("may not be read") { $0.handles = [] }
        expect("tiled") { $0.modifier = 0x0100_0000_0000_0001 }
        expect("NV12") { $0.code = 0x3231_564e }
        expect("XR24") { $0.handles = [7, 8] }
        expect("as large") { $0.size.height = 239 }
        expect("as large") { $0.stride = 1000 }
        card.picture.description = good
        card.planeList[0].set("SRC_W", 160 << 16)
        #expect(refusal()?.description.contains("scaled") == true)
        card.planeList[0] = .samplePrimary(31, Size(width: 320, height: 240))
        card.picture.refusal = EINVAL
        #expect(refusal()?.kind == .noDisplay)
        card.picture.refusal = nil
        card.isTaken = true
        #expect(refusal()?.kind == .busy)
        card.isTaken = false
        #expect(card.buffers.isEmpty && card.picture.opened == 0 && card.flips.isEmpty)
        for modifier in [nil, 0, 0x00ff_ffff_ffff_ffff] as [UInt64?] {
            card.picture.description.modifier = modifier
            try plan().discard()
        }
        #expect(card.buffers.isEmpty)
    }

    @Test func slowMemoryIsNotRead() throws {
        var time: Int64 = 0
        var step: Int64 = 4_000_000
        func clock() -> Int64 {
            time += step
            return time
        }
        try plan(clock).discard()
        step = 4_200_000
        #expect(failure { _ = try plan(clock) }?.description.contains("4200 us") == true)
        #expect(card.buffers.isEmpty && card.picture.opened == 0)
        try PrimaryPlan.find(
            try #require(DRMOutput.lit(on: card).first), mustBeFast: false, clock: clock
        ).discard()
        // A machine that was busy for a moment.
        step = 10_000_000
        try plan {
            step -= 2_000_000
            return clock()
        }.discard()
    }

    @Test func aDriverWithoutAtomicCommitsWillDo() throws {
        card.isAtomic = false
        let screen = try screen()
        try screen.present(layer, rest)
        try expectShown(rest)
        try screen.giveBack()
        #expect(card.plane(31).state.framebuffer == 900)
    }
}
