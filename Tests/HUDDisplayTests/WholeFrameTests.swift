import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// Of a frame nothing is seen before all of it is there, and of the one before it nothing afterwards.
@Suite struct WholeFrameTests {
    let folder = Folder()
    let card = FakeCard()
    let layer = noisyLayer(40, 30)

    func overlay(_ region: Rect) throws -> KMSOverlayScreen {
        let card = card
        let output = try #require(DRMOutput.lit(on: card).first)
        return try KMSOverlayScreen(
            .find(output, region: region), journal: Journal.open(directory: folder.path).freePart(),
            clock: { card.time })
    }

    func primary(_ region: Rect) throws -> KMSPrimaryScreen {
        let card = card
        return try KMSPrimaryScreen(
            .find(try #require(DRMOutput.lit(on: card).first), clock: { 0 }), region: region,
            journal: Journal.open(directory: folder.path).freePart(), clock: { card.time },
            shareCard: { _ in })
    }

    /// Whether a plane's buffer for `region` holds the layer in this pose and nothing else.
    func isWhole(_ buffer: FakeBuffer, _ region: Rect, _ layer: Layer, _ pose: Pose) -> Bool {
        let expected = Layer(size: region.size)
        return expected.withSurface { surface in
            draw(layer, pose, into: surface, x: region.x, y: region.y)
            return (0..<region.height).allSatisfy {
                memcmp(surface.row($0), buffer.surface.row($0), region.width * 4) == 0
            }
        }
    }

    /// The same for a copy of the picture.
    func isWholeCopy(_ buffer: FakeBuffer, _ layer: Layer, _ pose: Pose) -> Bool {
        let view = Rect(x: card.picture.x, y: card.picture.y, width: 320, height: 240)
        let expected = FakeBuffer(card, 0, view.size, code: card.picture.description.code)
        compose(layer, pose, over: card.picture.surface.part(view), into: expected.surface, x: 0, y: 0)
        let seen = buffer.surface.part(view)
        return (0..<view.height).allSatisfy {
            memcmp(seen.row($0), expected.surface.row($0), view.width * 4) == 0
        }
    }

    @Test func aPlaneIsAskedToShowWhatIsDrawn() throws {
        let region = showRegion(layer, 160, 120)
        let screen = try overlay(region)
        var pose = Pose(centerX: 0, centerY: 0)
        var whole: [Bool] = []
        card.onCommit = { way, assignments in
            let framebuffer = assignments.first { $0.property == 100 }?.value ?? 0
            if way == .nextFrame, let buffer = card.buffers[UInt32(framebuffer)] {
                whole.append(isWhole(buffer, region, layer, pose))
            }
            return nil
        }
        for next in showPoses(160, 120) {
            pose = next
            try screen.present(layer, pose)
            try screen.drain()
        }
        #expect(whole == [true, true, true, true])
        card.onCommit = nil
    }

    @Test func aCopyIsShownWhenItIsDrawn() throws {
        let screen = try primary(showRegion(layer, 160, 120))
        var pose = Pose(centerX: 0, centerY: 0)
        var whole: [Bool] = []
        card.onFlip = { framebuffer in
            if let buffer = card.buffers[framebuffer] { whole.append(isWholeCopy(buffer, layer, pose)) }
            return nil
        }
        for next in showPoses(160, 120) {
            pose = next
            try screen.present(layer, pose)
            try screen.drain()
            card.time += 40_000_000
        }
        #expect(whole == [true, true, true, true, true])
        card.onFlip = nil
    }

    /// At every moment each pixel of a framebuffer is the old frame's or the new one's: it is not seen being made.
    @Test(arguments: [(80.0, 60.0), (160, 120), (0, 60)])
    func aPixelGoesFromOneFrameToTheNext(place: (Double, Double)) throws {
        let device = FakeFramebuffer(.sample(160, 120, bits: 32, fields: FramebufferGeometry.xrgb))
        let background = device.memory
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: 16_666_667), region: showRegion(layer, place.0, place.1),
            journal: Journal.open(directory: folder.path).freePart(), note: { _ in })
        var old = pixels(background)
        for pose in showPoses(place.0, place.1) {
            let made = FakeFramebuffer(device.layout)
            made.memory = background
            try made.withScreen { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
            let new = pixels(made.memory)
            var others = 0
            device.onWrite = {
                let now = pixels(device.memory)
                others += now.indices.count { now[$0] != old[$0] && now[$0] != new[$0] }
            }
            try screen.present(layer, pose)
            #expect(others == 0)
            old = new
        }
        device.onWrite = nil
        try screen.giveBack()
    }

    private func pixels(_ bytes: [UInt8]) -> [UInt32] {
        bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    }

    // MARK: - Another HUD in its place

    /// Large ones, so that every buffer has held one, and then small ones.
    let changes = [(90, 70), (90, 70), (40, 30), (30, 40), (20, 20)].enumerated().map {
        noisyLayer($1.0, $1.1, seed: UInt64(4 + $0))
    }
    var region: Rect { showRegion(changes[0], 160, 120) }
    let rest = Pose(centerX: 160, centerY: 120)

    @Test func aSmallerHUDLeavesNothingOfALargerOneOnAPlane() throws {
        let screen = try overlay(region)
        for shown in changes {
            try screen.present(shown, rest)
            let buffer = try #require(
                card.buffers.values.first { buffer in
                    card.planeList.contains { $0.state.framebuffer == buffer.framebuffer }
                })
            #expect(isWhole(buffer, region, shown, rest))
            try screen.drain()
        }
        try screen.giveBack()
    }

    @Test func aSmallerHUDLeavesNothingOfALargerOneOnCopies() throws {
        let screen = try primary(region)
        for shown in changes {
            try screen.present(shown, rest)
            let buffer = try #require(card.buffers[card.plane(31).state.framebuffer])
            #expect(isWholeCopy(buffer, shown, rest))
            try screen.drain()
        }
        try screen.giveBack()
    }

    @Test func aSmallerHUDLeavesNothingOfALargerOneOnAFramebuffer() throws {
        let device = FakeFramebuffer(.sample(320, 240, bits: 32, fields: FramebufferGeometry.xrgb))
        let background = device.memory
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: 16_666_667), region: region,
            journal: Journal.open(directory: folder.path).freePart(), note: { _ in })
        for shown in changes {
            try screen.present(shown, rest)
            let made = FakeFramebuffer(device.layout)
            made.memory = background
            try made.withScreen { compose(shown, rest, over: $0, into: $0, x: 0, y: 0) }
            #expect(difference(device.memory, made.memory) == 0)
        }
        try screen.giveBack()
        #expect(difference(device.memory, background) == 0)
    }
}
