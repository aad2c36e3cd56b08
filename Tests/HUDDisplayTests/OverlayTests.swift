import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

@Suite struct OverlayTests {
    let card = FakeCard()
    let folder = Folder()
    let layer = noisyLayer(40, 30)
    let rest = Pose(centerX: 160, centerY: 120)

    func plan(_ region: Rect? = nil) throws -> OverlayPlan {
        let output = try #require(DRMOutput.lit(on: card).first)
        return try OverlayPlan.find(output, region: region ?? showRegion(layer, 160, 120))
    }

    func screen() throws -> KMSOverlayScreen {
        let card = card
        return try KMSOverlayScreen(
            plan(), journal: Journal.open(directory: folder.path).freePart(), clock: { card.time })
    }

    func shown() -> FakeBuffer? { card.buffers[card.plane(32).state.framebuffer] }

    /// The pixels on glass equal what `draw` makes of the pose.
    func expectShown(_ pose: Pose) throws {
        let buffer = try #require(shown())
        let region = showRegion(layer, 160, 120)
        let expected = Layer(size: region.size)
        expected.withSurface { draw(layer, pose, into: $0, x: region.x, y: region.y) }
        let isSame = expected.withSurface { surface in
            (0..<region.height).allSatisfy {
                memcmp(surface.row($0), buffer.surface.row($0), region.width * 4) == 0
            }
        }
        #expect(isSame)
    }

    @Test func onlyLitDesktopOutputsCount() throws {
        #expect(DRMOutput.lit(on: card).map(\.connector.name) == ["HDMI-A-1"])
        card.isActive = false
        #expect(DRMOutput.lit(on: card).isEmpty)
    }

    @Test func framesAlternateAndNeverDrawOnGlass() throws {
        let screen = try screen()
        #expect(!card.isMaster)
        var onGlass: UInt32 = 0
        for pose in showPoses(160, 120) + [rest] {
            let before = shown().map { buffer in
                (0..<buffer.surface.size.height).map {
                    [UInt8](
                        UnsafeRawBufferPointer(start: buffer.surface.row($0), count: buffer.surface.stride))
                }
            }
            let old = shown()
            try screen.present(layer, pose)
            if let old, let before {
                for (y, row) in before.enumerated() {
                    #expect(
                        row == [UInt8](UnsafeRawBufferPointer(start: old.surface.row(y), count: row.count)))
                }
            }
            #expect(!card.isMaster)
            try expectShown(pose)
            if let buffer = shown(), buffer.framebuffer != onGlass { onGlass = buffer.framebuffer }
            try screen.drain()
        }
        #expect(card.plane(31).state.framebuffer == 900)
        try screen.giveBack()
        #expect(card.plane(32).state == .init(crtc: 0, framebuffer: 0))
        #expect(card.buffers.isEmpty)
        #expect(card.isClosed)
    }

    /// A part that changes is written alone, into the buffer that is not on glass; each buffer gets what it lacks.
    @Test func eachBufferGetsWhatItLacks() throws {
        let screen = try screen()
        let region = showRegion(layer, 160, 120)
        let untouched: UInt32 = 0x0102_0304
        let parts = [
            Rect(x: 3, y: 5, width: 6, height: 2), Rect(x: 30, y: 20, width: 1, height: 9),
            Rect(x: 8, y: 8, width: 4, height: 4), Rect(x: 0, y: 0, width: 2, height: 2),
        ]
        // Both buffers hold the layer at rest.
        for _ in 0..<2 {
            layer.fill(Rect(x: 0, y: 0, width: 1, height: 1), .white)
            try screen.present(layer, rest)
            try screen.drain()
        }
        for (index, part) in parts.enumerated() {
            layer.fill(part, Color(red: UInt8(40 * index), green: 90, blue: 7))
            let other = try #require(card.buffers.values.first { $0.framebuffer != shown()?.framebuffer })
            var copy: [[UInt32]] = []
            // The one before was drawn into the other.
            let before = index == 0 ? Rect(x: 0, y: 0, width: 1, height: 1) : parts[index - 1]
            let lacking = before.union(part)
            for y in 0..<region.height {
                copy.append((0..<region.width).map { other.surface.pixel(x: $0, y: y) })
                for x in 0..<region.width { other.surface.setPixel(untouched, x: x, y: y) }
            }
            try screen.present(layer, rest)
            #expect(shown() === other)
            let corner = (x: 160 - 20 - region.x, y: 120 - 15 - region.y)
            for y in 0..<region.height {
                for x in 0..<region.width {
                    let isWritten = other.surface.pixel(x: x, y: y) != untouched
                    let point = Rect(x: x - corner.x, y: y - corner.y, width: 1, height: 1)
                    let isLacking = !lacking.intersection(point).isEmpty
                    #expect(isWritten == isLacking, "\(index): \(x),\(y)")
                    if !isWritten { other.surface.setPixel(copy[y][x], x: x, y: y) }
                }
            }
            try expectShown(rest)
            try screen.drain()
        }
    }

    @Test func oneCommitAtATime() throws {
        let screen = try screen()
        card.losesFlips = true
        try screen.present(layer, showPoses(160, 120)[0])
        let count = card.commits.count
        try screen.present(layer, rest)
        #expect(card.commits.count == count)
        // A flip that never comes is not awaited for ever.
        #expect(screen.nextFrame <= card.time + 100_000_000)
        card.time = screen.nextFrame
        try screen.present(layer, rest)
        #expect(card.commits.count == count + 1)
        try expectShown(rest)
    }

    @Test func holdCommitsNothingAndPutsBackWhatWasTakenOff() throws {
        let screen = try screen()
        try screen.present(layer, rest)
        try screen.drain()
        let count = card.commits.count
        for _ in 0..<10 { try screen.present(layer, rest) }
        #expect(card.commits.count == count)
        card.take(off: 32)
        try screen.present(layer, rest)
        #expect(card.commits.count == count + 1)
        try expectShown(rest)
    }

    @Test func busyCommitsAreTriedAgain() throws {
        let screen = try screen()
        var refusals = 7
        card.onCommit = { _, _ in
            refusals -= 1
            return refusals >= 0 ? EBUSY : nil
        }
        for pose in showPoses(160, 120) + Array(repeating: rest, count: 4) {
            try screen.present(layer, pose)
            #expect(screen.nextFrame <= card.time + 100_000_000)
            try screen.drain()
        }
        try expectShown(rest)
        try screen.giveBack()
        #expect(card.plane(32).state.framebuffer == 0)
    }

    /// Two seconds without an accepted commit: tried no more than once a frame, and then it goes on.
    @Test func aStormOfBusyCommitsIsSatOut() throws {
        let screen = try screen()
        var tries = 0
        let begin = card.time
        let card = card
        card.onCommit = { _, _ in
            if card.time > begin + 2_000_000_000 { return nil }
            tries += 1
            return EBUSY
        }
        while card.time < begin + 2_500_000_000 {
            if screen.nextFrame <= card.time { try screen.present(layer, rest) }
            try screen.drain()
            card.time += 1_000_000
        }
        #expect((100...121).contains(tries))
        try expectShown(rest)
        try screen.giveBack()
        #expect(!card.isMaster && card.plane(32).state.framebuffer == 0)
    }

    @Test func aDarkDisplayIsNoFailure() throws {
        let screen = try screen()
        try screen.present(layer, rest)
        try screen.drain()
        card.isActive = false
        card.take(off: 32)
        card.onCommit = { _, _ in EINVAL }
        try screen.present(layer, rest)
        card.isActive = true
        card.onCommit = nil
        try screen.present(layer, rest)
        try expectShown(rest)
    }

    @Test func anotherMasterEndsTheShowWithThePlaneOff() throws {
        let screen = try screen()
        try screen.present(layer, showPoses(160, 120)[0])
        try screen.drain()
        card.isTaken = true
        let error = failure { try screen.present(layer, rest) }
        #expect(error?.kind == .busy)
        #expect(card.plane(32).state.framebuffer == 0)
        try screen.giveBack()
        #expect(card.isClosed)
    }

    @Test func withoutVblankTimePaces() throws {
        card.hasVblank = false
        let screen = try screen()
        let begin = card.time
        try screen.present(layer, showPoses(160, 120)[0])
        try screen.drain()
        #expect(screen.nextFrame >= begin + 16_666_667)
        #expect(screen.glassTime(at: begin) == begin + 16_666_667)
    }

    @Test func aPlaneWithOddPropertiesIsSetAndLeftAsItWas() throws {
        let odd = [
            DRMProperty(id: 200, name: "alpha", value: 77, maximum: 255),
            DRMProperty(
                id: 201, name: "pixel blend mode", value: 2,
                names: ["Pre-multiplied": 0, "Coverage": 1, "None": 2]),
            DRMProperty(id: 202, name: "rotation", value: 4, names: ["rotate-0": 0, "rotate-180": 2]),
            DRMProperty(id: 203, name: "zpos", value: 0, maximum: 7),
        ]
        card.planeList = [
            .sample(
                31, .primary, state: .init(crtc: 50, framebuffer: 900),
                more: [DRMProperty(id: 203, name: "zpos", value: 2, isImmutable: true)]),
            .sample(32, .overlay, more: odd),
        ]
        let screen = try screen()
        try screen.present(layer, rest)
        let shown = Dictionary(uniqueKeysWithValues: card.plane(32).properties.map { ($0.name, $0.value) })
        #expect(shown["alpha"] == 255)
        #expect(shown["pixel blend mode"] == 0)
        #expect(shown["rotation"] == 1)
        #expect(shown["zpos"] == 3)
        try screen.giveBack()
        #expect(card.plane(32).properties.suffix(4).map(\.value) == odd.map(\.value))
        #expect(card.plane(32).state.framebuffer == 0)
    }

    @Test func planesThatCannotAreRefusedWithReasons() throws {
        card.planeList = [
            .sample(
                31, .primary, state: .init(crtc: 50, framebuffer: 900),
                more: [DRMProperty(id: 203, name: "zpos", value: 1, isImmutable: true)]),
            .sample(32, .overlay, state: .init(crtc: 50, framebuffer: 901)),
            .sample(33, .overlay, more: [DRMProperty(id: 203, name: "zpos", value: 0, isImmutable: true)]),
            .sample(34, .cursor),
        ]
        let error = failure { _ = try plan() }
        #expect(error?.kind == .noDisplay)
        #expect(error?.description.contains("in use") == true)
        #expect(error?.description.contains("below the primary") == true)
        #expect(card.commits.isEmpty)
        #expect(card.buffers.isEmpty)
    }

    @Test func aPlaneThatMustCoverTheScreenDoes() throws {
        card.onCommit = { _, assignments in
            assignments.contains { $0.property == 104 && $0.value == 320 } ? nil : EINVAL
        }
        let screen = try screen()
        try screen.present(layer, rest)
        #expect(shown()?.surface.size == Size(width: 320, height: 240))
        #expect(card.buffers.count == 2)
    }

    @Test func aDriverThatRefusesAllIsLeftAlone() throws {
        card.onCommit = { _, _ in EINVAL }
        #expect(throws: DisplayError.self) { try plan() }
        #expect(card.buffers.isEmpty)
        #expect(!card.isMaster)
        card.isAtomic = false
        #expect(throws: DisplayError.self) { try plan() }
    }
}
