import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// A program below that flips between pages of its framebuffer.
@Suite struct PanningTests {
    let layer = noisyLayer(40, 30)
    let rest = Pose(centerX: 80, centerY: 60)
    let folder = Folder()
    let device = FakeFramebuffer(
        .sample(
            160, 120, bits: 32, fields: FramebufferGeometry.xrgb, virtual: Size(width: 160, height: 480)))

    func screen() throws -> FramebufferScreen {
        try FramebufferScreen(
            FramebufferPlan(device, period: 16_666_667), region: showRegion(layer, 80, 60),
            journal: Journal.open(directory: folder.path).freePart(), note: { _ in })
    }

    /// Whether the page at `y` shows the layer at rest over what `before` had there.
    func isShown(_ y: Int, over before: [UInt8], _ pose: Pose) throws -> Bool {
        let wanted = FakeFramebuffer(device.layout)
        wanted.memory = before
        wanted.layout.yOffset = y
        try wanted.withScreen { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
        let page = (y * 640)..<((y + 120) * 640)
        return device.memory[page] == wanted.memory[page]
    }

    @Test func eachPageShowsTheHUDAndIsGivenBack() throws {
        let before = device.memory
        let screen = try screen()
        for (y, pose) in zip([0, 120, 0, 120, 240, 0], showPoses(80, 60) + [rest]) {
            device.layout.yOffset = y
            try screen.present(layer, pose)
            #expect(try isShown(y, over: before, pose))
        }
        // The hidden ones too: they may be shown at any moment.
        for y in [0, 120, 240] { #expect(try isShown(y, over: before, rest)) }
        try screen.giveBack()
        #expect(difference(device.memory, before) == 0)
    }

    @Test func whatTheProgramDrawsOnAPageStays() throws {
        let screen = try screen()
        try screen.present(layer, rest)
        device.layout.yOffset = 120
        try screen.present(layer, rest)
        // It draws its next picture on the hidden page and flips.
        var noise = Noise(seed: 8)
        for index in 0..<(120 * 640) { device.memory[index] = UInt8(truncatingIfNeeded: noise.next()) }
        let drawn = device.memory
        device.layout.yOffset = 0
        try screen.present(layer, rest)
        #expect(try isShown(0, over: drawn, rest))
        try screen.giveBack()
        #expect(difference(Array(device.memory[..<(120 * 640)]), Array(drawn[..<(120 * 640)])) == 0)
    }

    /// Scrolling line by line, the places share memory; and there are more of them than can be kept.
    @Test(arguments: [1, 7, 120])
    func allThatWasShownIsGivenBack(step: Int) throws {
        let before = device.memory
        let screen = try screen()
        for offset in stride(from: 0, through: 360, by: step) {
            device.layout.yOffset = offset
            try screen.present(layer, rest)
            #expect(try isShown(offset, over: before, rest))
        }
        try screen.giveBack()
        #expect(difference(device.memory, before) == 0)
    }

    @Test func anotherProcessGivesBackEveryPage() throws {
        let before = device.memory
        let screen = try screen()
        for y in [0, 240, 120, 360] {
            device.layout.yOffset = y
            try screen.present(layer, rest)
        }
        #expect(difference(device.memory, before) > 0)
        let system = FakeSystem()
        system.framebuffers["/dev/fb7"] = device
        let journal = try Journal.open(directory: folder.path)
        guard case .restored = try journal.repair(on: system) else {
            Issue.record("not restored")
            return
        }
        #expect(difference(device.memory, before) == 0)
    }

    @Test func aPlaceThatCannotBeFollowedEndsTheShow() throws {
        let before = device.memory
        let screen = try screen()
        try screen.present(layer, rest)
        device.layout.size.width = 150
        #expect(failure { try screen.present(layer, rest) }?.kind == .failed)
        device.layout.size.width = 160
        try screen.giveBack()
        #expect(difference(device.memory, before) == 0)
    }
}
