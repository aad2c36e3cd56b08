import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// A plane that scales and fades by itself.
@Suite struct PosedPlaneTests {
    let card = FakeCard()
    let folder = Folder()
    let layer = noisyLayer(40, 30)
    let rest = Pose(centerX: 160, centerY: 120)
    let alpha = DRMProperty(id: 200, name: "alpha", value: 40_000, maximum: 65535)

    init() {
        card.planeList = [
            .samplePrimary(31, Size(width: 320, height: 240)), .sample(32, .overlay, more: [alpha]),
        ]
    }

    func screen() throws -> KMSOverlayScreen {
        let card = card
        let output = try #require(DRMOutput.lit(on: card).first)
        return try KMSOverlayScreen(
            .find(output, region: showRegion(layer, 160, 120)), journal: journal().freePart(),
            clock: { card.time })
    }

    func journal() throws -> Journal { try Journal.open(directory: folder.path) }

    func value(_ name: String) -> UInt64 { card.plane(32)[name]!.value }

    func pixels(_ buffer: FakeBuffer) -> [UInt8] {
        [UInt8](
            UnsafeRawBufferPointer(
                start: buffer.surface.base, count: buffer.surface.stride * buffer.surface.size.height))
    }

    @Test func aShowWritesEachPixelOnce() throws {
        let screen = try screen()
        #expect(screen.name.contains("by the hardware"))
        var first: (UInt32, [UInt8])?
        for pose in showPoses(160, 120) {
            try screen.present(layer, pose)
            try screen.drain()
            card.time += 16_666_667
            let buffer = try #require(card.buffers[card.plane(32).state.framebuffer])
            if let first {
                #expect(first.0 == buffer.framebuffer)
                #expect(first.1 == pixels(buffer))
            }
            first = (buffer.framebuffer, pixels(buffer))
            #expect(value("SRC_W") == 40 << 16 && value("SRC_H") == 30 << 16)
            // Even, round a centre between pixels: within one pixel.
            #expect(abs(Double(value("CRTC_W")) - 40 * pose.scale) <= 1)
            #expect(abs(Double(value("CRTC_H")) - 30 * pose.scale) <= 1)
            #expect(value("CRTC_X") == UInt64(160 - (20 * pose.scale).rounded()))
            #expect(value("alpha") == UInt64((pose.alpha * 65535).rounded()))
        }
        let buffer = try #require(card.buffers[first!.0])
        let isLayer = layer.withSurface { surface in
            (0..<30).allSatisfy { memcmp(surface.row($0), buffer.surface.row($0), 160) == 0 }
        }
        #expect(isLayer)
        try screen.giveBack()
        #expect(value("alpha") == 40_000)
        #expect(try !journal().isPending)
    }

    /// A part that changes goes into the buffer that is not on glass, and nothing else does.
    @Test func aPartThatChangesIsWrittenAlone() throws {
        let screen = try screen()
        let mark: UInt32 = 0x0A0B_0C0D
        for step in 0..<6 {
            let shown = card.plane(32).state.framebuffer
            let before = card.buffers[shown].map(pixels)
            layer.fill(
                Rect(x: step, y: 2 * step, width: 5, height: 3), Color(red: 9, green: 8, blue: UInt8(step)))
            try screen.present(layer, Pose(centerX: 160, centerY: 120, scale: 1 + 0.1 * Double(step)))
            if let before { #expect(card.buffers[shown].map(pixels) == before) }
            let next = try #require(card.buffers[card.plane(32).state.framebuffer])
            #expect(next.framebuffer != shown)
            let isLayer = layer.withPixels { surface in
                (0..<29).allSatisfy { memcmp(surface.row($0), next.surface.row($0), 160) == 0 }
            }
            #expect(isLayer, "\(step)")
            // From when both hold the layer on, the last pixel is not written again.
            if step < 2 {
                next.surface.setPixel(mark, x: 39, y: 29)
            } else {
                #expect(next.surface.pixel(x: 39, y: 29) == mark)
            }
            try screen.drain()
            card.time += 16_666_667
        }
    }

    @Test func anotherLayerIsDrawnIntoTheOtherBuffer() throws {
        let screen = try screen()
        try screen.present(layer, rest)
        try screen.drain()
        let first = card.plane(32).state.framebuffer
        let before = pixels(card.buffers[first]!)
        try screen.present(noisyLayer(40, 30, seed: 2), rest)
        try screen.drain()
        #expect(card.plane(32).state.framebuffer != first)
        #expect(pixels(card.buffers[first]!) == before)
    }

    @Test func whatATakenOffPlaneShowedIsShownAgain() throws {
        let screen = try screen()
        let pose = Pose(centerX: 160, centerY: 120, alpha: 0.5)
        try screen.present(layer, pose)
        try screen.drain()
        card.take(off: 32)
        try screen.present(layer, pose)
        #expect(card.plane(32).state.crtc == 50)
        #expect(value("alpha") == 32768)
    }

    @Test func withoutScalingPosesAreDrawn() throws {
        card.onCommit = { way, assignments in
            let width = assignments.first { $0.property == 104 }?.value ?? 0
            let source = assignments.first { $0.property == 108 }?.value ?? 0
            return width << 16 == source ? nil : EINVAL
        }
        let screen = try screen()
        #expect(!screen.name.contains("by the hardware"))
        for pose in showPoses(160, 120) {
            try screen.present(layer, pose)
            try screen.drain()
            #expect(value("alpha") == 65535)
        }
        try screen.giveBack()
        #expect(value("alpha") == 40_000)
    }

    @Test func aLayerLargerThanTheScreenIsDrawn() throws {
        let screen = try screen()
        let large = noisyLayer(400, 300)
        try screen.present(large, rest)
        #expect(value("alpha") == 65535)
        #expect(value("SRC_W") == value("CRTC_W") << 16)
    }

    @Test func whoDiesLeavesTheValuesToAnother() throws {
        let screen = try screen()
        try screen.present(layer, showPoses(160, 120)[0])
        #expect(value("alpha") != 40_000)
        let system = FakeSystem()
        // The kernel takes the plane off, and lets go of the card.
        card.take(off: 32)
        card.isMaster = false
        system.cards["/dev/dri/card7"] = card
        let journal = try journal()
        #expect(journal.isPending)
        #expect(try journal.repair(on: system) == .propertiesRestored)
        #expect(value("alpha") == 40_000)
        #expect(!card.isMaster && !journal.isPending)
    }

    @Test func anotherMasterKeepsTheJournalPending() throws {
        let screen = try screen()
        try screen.present(layer, showPoses(160, 120)[0])
        try screen.drain()
        card.isTaken = true
        #expect(failure { try screen.present(layer, rest) }?.kind == .busy)
        try screen.giveBack()
        let journal = try journal()
        #expect(journal.isPending)
        let system = FakeSystem()
        system.cards["/dev/dri/card7"] = card
        #expect(failure { _ = try journal.repair(on: system) }?.kind == .busy)
        card.isTaken = false
        #expect(try journal.repair(on: system) == .propertiesRestored)
        #expect(value("alpha") == 40_000)
    }

    @Test func hostileFilesLeadNowhere() throws {
        let screen = try screen()
        try screen.present(layer, rest)
        let good = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/journal"))
        let system = FakeSystem()
        system.cards["/dev/dri/card7"] = card
        let journal = try journal()
        for path in ["/etc/passwd", "/dev/dri/card", "/dev/dri/../fb0", "/dev/dri/card7/x", ""] {
            var file = good
            file.replaceSubrange(1024..<2048, with: Data(path.utf8) + Data(count: 1024 - path.utf8.count))
            try file.write(to: URL(fileURLWithPath: folder.path + "/journal"))
            #expect(try journal.repair(on: system) == .nothing)
        }
        for count in [0, 33, 1 << 40] as [UInt64] {
            var file = good
            withUnsafeBytes(of: count) { file.replaceSubrange(16..<24, with: $0) }
            try file.write(to: URL(fileURLWithPath: folder.path + "/journal"))
            #expect(try journal.repair(on: system) == .nothing)
        }
        #expect(system.opened.isEmpty)
    }
}
