import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

@Suite struct FramebufferScreenTests {
    let folder = Folder()
    let layer = noisyLayer(40, 30)

    func screen(
        _ device: FakeFramebuffer, at x: Double, _ y: Double, note: @escaping (String) -> Void = { _ in }
    ) throws -> (FramebufferScreen, Journal) {
        let journal = try Journal.open(directory: folder.path)
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: 16_666_667), region: showRegion(layer, x, y),
            journal: journal.freePart(),
            note: note)
        return (screen, journal)
    }

    /// In the middle, over each edge, and over a corner.
    static let places = [(80.0, 60.0), (0, 60), (160, 60), (80, 0), (80, 120), (160, 120)]

    @Test(arguments: FramebufferGeometry.samples, places)
    func pictureEqualsHeadlessAndGoesWithoutTrace(layout: FramebufferGeometry, place: (Double, Double)) throws
    {
        let device = FakeFramebuffer(layout)
        let before = device.memory
        let (screen, journal) = try screen(device, at: place.0, place.1)
        #expect(difference(device.memory, before) == 0)
        #expect(journal.isPending)
        for pose in showPoses(place.0, place.1) {
            try screen.present(layer, pose)
            let expected = FakeFramebuffer(layout)
            expected.memory = before
            try expected.withScreen { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
            #expect(difference(device.memory, expected.memory) == 0)
        }
        try screen.giveBack()
        #expect(difference(device.memory, before) == 0)
        #expect(!journal.isPending)
    }

    @Test(arguments: FramebufferGeometry.samples)
    func aWriteThatEndsARowCrossesAnother(layout: FramebufferGeometry) throws {
        let device = FakeFramebuffer(layout)
        for place in Self.places {
            let (screen, _) = try screen(device, at: place.0, place.1)
            for pose in showPoses(place.0, place.1) {
                try screen.present(layer, pose)
                // One pixel of the program's under the box: a single row changes.
                try device.withScreen {
                    $0.setPixel(0, x: min($0.size.width - 1, Int(place.0)), y: min(119, Int(place.1)))
                }
            }
            try screen.giveBack()
        }
        for write in device.writes where write.upperBound % layout.lineLength == 0 {
            #expect(write.count > layout.lineLength)
        }
    }

    @Test func holdWritesNothing() throws {
        let device = FakeFramebuffer(FramebufferGeometry.samples[0])
        let (screen, _) = try screen(device, at: 80, 60)
        try screen.present(layer, Pose(centerX: 80, centerY: 60))
        device.writes = []
        for _ in 0..<5 { try screen.present(layer, Pose(centerX: 80, centerY: 60)) }
        #expect(device.writes == [])
    }

    /// While it moves no more than where it was and where it is; while a part of it changes no more than that part.
    @Test(arguments: FramebufferGeometry.samples)
    func writesNoMoreThanChanges(layout: FramebufferGeometry) throws {
        let device = FakeFramebuffer(layout)
        let (screen, _) = try screen(device, at: 80, 60)
        let written = {
            defer { device.writes = [] }
            return device.writes.reduce(0) { $0 + $1.count }
        }
        var last = Rect(x: 0, y: 0, width: 0, height: 0)
        for pose in showPoses(80, 60) {
            let bounds = pose.bounds(of: layer.size)
            try screen.present(layer, pose)
            let most = last.union(bounds)
            #expect(written() <= most.width * most.height * layout.bytesPerPixel)
            last = bounds
        }
        let rest = Pose(centerX: 80, centerY: 60)
        try screen.present(layer, rest)
        _ = written()
        layer.fill(Rect(x: 7, y: 9, width: 5, height: 4), .white)
        try screen.present(layer, rest)
        let bytes = written()
        #expect(bytes > 0 && bytes <= 5 * 4 * layout.bytesPerPixel)
        try screen.present(layer, rest)
        #expect(written() == 0)
    }

    @Test(arguments: FramebufferGeometry.samples)
    func whatTheProgramDrawsBelowAppearsBelowAndStays(layout: FramebufferGeometry) throws {
        let device = FakeFramebuffer(layout)
        let (screen, _) = try screen(device, at: 80, 60)
        let rest = Pose(centerX: 80, centerY: 60)
        try screen.present(layer, rest)
        let program = FakeFramebuffer(layout)
        // A program that draws a pattern over part of the box and beside it, again and again.
        for frame in 0..<6 {
            var noise = Noise(seed: UInt64(frame % 2))
            for y in 40..<70 {
                for x in 50..<90 {
                    var pixel = UInt32(truncatingIfNeeded: noise.next()) & 0x7fff
                    // What it draws exactly as the HUD has drawn it cannot be told from that.
                    if layout.bytesPerPixel == 1, try device.pixel(x, y) == pixel & 0xff { pixel ^= 1 }
                    for target in [device, program] {
                        try target.withScreen { $0.setPixel(pixel, x: x, y: y) }
                    }
                }
            }
            try screen.present(layer, rest)
            let expected = FakeFramebuffer(layout)
            expected.memory = program.memory
            try expected.withScreen { compose(layer, rest, over: $0, into: $0, x: 0, y: 0) }
            #expect(difference(device.memory, expected.memory) == 0)
        }
        try screen.giveBack()
        #expect(difference(device.memory, program.memory) == 0)
    }

    /// Another console comes between the looking and the writing: nothing is written into its picture, and nothing put
    /// back into it. With its own console the HUD is whole again.
    @Test func anotherConsolesPictureIsNotTouched() throws {
        let device = FakeFramebuffer(FramebufferGeometry.samples[0])
        let before = device.memory
        var isOwn = true
        let journal = try Journal.open(directory: folder.path)
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: 16_666_667), region: showRegion(layer, 80, 60),
            journal: journal.freePart(), note: { _ in }, mayWrite: { isOwn })
        let rest = Pose(centerX: 80, centerY: 60)
        try screen.present(layer, rest)
        let shown = device.memory
        // Half of it, and the rest as it was: it draws row by row.
        var noise = Noise(seed: 77)
        var other = shown
        for index in 0..<(60 * device.layout.lineLength) where index % 3 != 0 {
            other[index] = UInt8(truncatingIfNeeded: noise.next())
        }
        device.memory = other
        isOwn = false
        device.writes = []
        try screen.present(layer, rest)
        #expect(device.writes == [])

        // Back again: it is drawn anew, without the HUD.
        isOwn = true
        device.memory = before
        try screen.present(layer, rest)
        #expect(difference(device.memory, shown) == 0)

        device.memory = other
        isOwn = false
        try screen.present(layer, Pose(centerX: 81, centerY: 60))
        try screen.abandon()
        // What it has not reached yet is the HUD's, and put back; it will draw over that, too.
        let reached = 60 * device.layout.lineLength
        #expect(difference(Array(device.memory[..<reached]), Array(other[..<reached])) == 0)
        #expect(difference(Array(device.memory[reached...]), Array(before[reached...])) == 0)
    }

    /// Another console comes while a frame is being written: of the frame no more than a row is in its picture.
    @Test func aFrameEndsAtTheRowInWhichAnotherConsoleComes() throws {
        let device = FakeFramebuffer(FramebufferGeometry.samples[0])
        var rowsLeft = 20
        let journal = try Journal.open(directory: folder.path)
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: 16_666_667), region: showRegion(layer, 80, 60),
            journal: journal.freePart(), note: { _ in },
            mayWrite: {
                rowsLeft -= 1
                return rowsLeft >= 0
            })
        try screen.present(layer, Pose(centerX: 80, centerY: 60))
        let rows = Set(device.writes.map { $0.lowerBound / device.layout.lineLength })
        #expect(rows.count == 20)
        try screen.abandon()
        #expect(device.memory == FakeFramebuffer(FramebufferGeometry.samples[0]).memory)
    }

    @Test func aBlinkingCursorBesideTheBoxLeavesNoGhost() throws {
        let device = FakeFramebuffer(FramebufferGeometry.samples[0])
        let (screen, _) = try screen(device, at: 80, 60)
        // Inside the region, outside of the box at rest; and one under the box.
        var cursor: UInt32 = 0
        for pose in showPoses(80, 60) + Array(repeating: Pose(centerX: 80, centerY: 60), count: 4) {
            try screen.present(layer, pose)
            cursor = 3 - max(1, cursor)
            for x in [56, 80] { try device.withScreen { $0.setPixel(cursor, x: x, y: 60) } }
        }
        try screen.giveBack()
        for x in [56, 80] { #expect(try device.withScreen { $0.pixel(x: x, y: 60) } == cursor) }
    }

    @Test func aChangedModeIsNotDrawnOnAndNothingIsPutBack() throws {
        let device = FakeFramebuffer(FramebufferGeometry.samples[0])
        var notes: [String] = []
        let (screen, journal) = try screen(device, at: 80, 60) { notes.append($0) }
        try screen.present(layer, Pose(centerX: 80, centerY: 60))
        let before = device.memory
        device.layout.bitsPerPixel = 16
        #expect(throws: DisplayError.self) { try screen.present(layer, Pose(centerX: 81, centerY: 60)) }
        try screen.giveBack()
        #expect(difference(device.memory, before) == 0)
        #expect(notes.count == 1)
        #expect(!journal.isPending)
    }

    @Test func aPanLeavesTheOtherPageAlone() throws {
        let device = FakeFramebuffer(
            .sample(
                160, 120, bits: 32, fields: FramebufferGeometry.xrgb, virtual: Size(width: 160, height: 240)))
        let before = device.memory
        let (screen, _) = try screen(device, at: 80, 60)
        try screen.present(layer, Pose(centerX: 80, centerY: 60))
        device.layout.yOffset = 120
        try screen.present(layer, Pose(centerX: 80, centerY: 60))
        try screen.giveBack()
        #expect(difference(device.memory, before) == 0)
    }

    @Test func aFailureLeavesTheJournalPending() throws {
        let device = FakeFramebuffer(FramebufferGeometry.samples[0])
        let before = device.memory
        let (screen, journal) = try screen(device, at: 80, 60)
        try screen.present(layer, Pose(centerX: 80, centerY: 60))
        device.failure = EIO
        #expect(throws: DisplayError.self) { try screen.giveBack() }
        #expect(journal.isPending)
        device.failure = nil
        try screen.giveBack()
        #expect(difference(device.memory, before) == 0)
    }

    @Test(arguments: [
        (
            FramebufferGeometry.sample(64, 64, bits: 8, fields: [0, 8, 0, 8, 0, 8, 0, 0], visual: 1),
            "visual 1"
        ),
        (FramebufferGeometry.sample(64, 64, bits: 4, fields: [0, 4, 0, 4, 0, 4, 0, 0], visual: 3), "4 bits"),
        (
            FramebufferGeometry.sample(64, 64, bits: 16, fields: FramebufferGeometry.rgb565, isGrey: true),
            "no grey"
        ),
        (FramebufferGeometry.sample(64, 64, bits: 1, fields: [0, 1, 0, 1, 0, 1, 0, 0]), "1 bits"),
        (FramebufferGeometry.sample(64, 64, bits: 16, fields: FramebufferGeometry.xrgb), "outside"),
        (
            FramebufferGeometry.sample(64, 64, bits: 16, fields: FramebufferGeometry.rgb565, padding: 128),
            "32"
        ),
        (FramebufferGeometry.sample(64, 64, bits: 32, fields: FramebufferGeometry.xrgb, xOffset: 1), "short"),
    ])
    func otherLayoutsAreRefusedByName(layout: FramebufferGeometry, word: String) throws {
        let device = FakeFramebuffer(layout)
        let error = failure { _ = try FramebufferPlan(device, period: 1) }
        #expect(error?.kind == .noDisplay)
        #expect(error?.description.contains(word) == true)
        #expect(device.writes == [])
    }
}
