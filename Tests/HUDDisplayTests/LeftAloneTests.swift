import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// What a show does not touch.
@Suite struct LeftAloneTests {
    let machine = Machine()
    let layer = noisyLayer(40, 30)
    let rest = Pose(centerX: 160, centerY: 120)

    /// A process that has a card open is its master when no other process is: before the show, after it, and on another
    /// console that would keep others from it.
    @Test(arguments: ["auto", "plane", "kms", "fb"], [false, true])
    func noDeviceIsOpenBeforeAShowAndAfterIt(choice: String, isOnAnotherConsole: Bool) throws {
        let card = machine.card
        let displays = try machine.displays(choice)
        #expect(machine.system.opened.isEmpty)
        try displays.open()
        for pose in showPoses(160, 120) {
            for screen in displays.screens {
                try screen.present(layer, pose)
                try screen.drain()
            }
            #expect(!card.isMaster)
            card.time += 16_666_667
        }
        #expect(!card.isClosed)
        if isOnAnotherConsole { try displays.abandon() } else { try displays.giveBack() }
        #expect(card.isClosed && !card.isMaster && card.buffers.isEmpty && card.picture.opened == 0)
        #expect(machine.cardShared.isEmpty)
    }

    /// No mode, no gamma table, no output, no other plane.
    @Test(arguments: [false, true])
    func nothingButThePlaneIsEverSet(hasAlpha: Bool) throws {
        let card = machine.card
        let alpha = DRMProperty(id: 200, name: "alpha", value: 40_000, maximum: 65535)
        card.planeList[2] = .sample(33, .overlay, more: hasAlpha ? [alpha] : [])
        card.planeList.remove(at: 1)
        let others = card.planeList.filter { $0.id != 33 }
        let displays = try machine.displays("plane")
        try displays.open()
        for pose in showPoses(160, 120) + [rest] {
            try displays.screens[0].present(layer, pose)
            try displays.screens[0].drain()
            card.time += 16_666_667
        }
        try displays.giveBack()
        #expect(card.commits.count > 3)
        #expect(card.commits.allSatisfy { $0.assignments.allSatisfy { $0.object == 33 } })
        #expect(card.planeList.filter { $0.id != 33 } == others)
        #expect(card.flips.isEmpty)
        if hasAlpha { #expect(card.plane(33)["alpha"]?.value == 40_000) }
    }

    @Test func copiesAreFlippedToAndNothingIsSet() throws {
        let card = machine.card
        let before = card.planeList
        let displays = try machine.displays("kms")
        try displays.open()
        for pose in showPoses(160, 120) + [rest] {
            try displays.screens[0].present(layer, pose)
            try displays.screens[0].drain()
            card.time += 40_000_000
        }
        try displays.giveBack()
        #expect(card.flips.count > 3 && card.flips.last == 900)
        #expect(card.commits.isEmpty)
        #expect(card.planeList == before)
    }

    /// A mode that another program sets takes the plane off: what was made for another size is not put back.
    @Test func aPlaneIsNotPutBackInAnotherMode() throws {
        let displays = try machine.displays("plane")
        try displays.open()
        let screen = displays.screens[0]
        try screen.present(layer, rest)
        try screen.drain()
        let shown = try #require(machine.card.planeList.first { $0.kind == .overlay && $0.state.crtc != 0 })
        machine.card.take(off: shown.id)
        machine.card.mode?.size.width = 300
        let count = machine.card.commits.count
        #expect(failure { try screen.present(layer, rest) }?.kind == .failed)
        #expect(machine.card.commits.count == count)
        displays.drop(screen)
        #expect(machine.card.buffers.isEmpty && machine.card.isClosed)
    }

    /// It is no error, and the user is not told of it frame by frame.
    @Test(arguments: ["plane", "kms"])
    func aBusyDisplaySaysNothing(choice: String) throws {
        let card = machine.card
        let displays = try machine.displays(choice)
        try displays.open()
        let count = machine.notes.count
        card.onCommit = { _, _ in EBUSY }
        card.onFlip = { _ in EBUSY }
        for index in 0..<100 {
            try displays.screens[0].present(layer, Pose(centerX: 160, centerY: Double(110 + index % 7)))
            try displays.screens[0].drain()
            card.time += 16_666_667
        }
        #expect(machine.notes.count == count)
        card.onCommit = nil
        card.onFlip = nil
        try displays.giveBack()
    }

    /// Drivers without vblanks answer a flip at once.
    @Test(arguments: ["plane", "kms"])
    func withoutVblankThereAreNoMoreFramesThanTheDisplayHas(choice: String) throws {
        let card = machine.card
        card.hasVblank = false
        let output = try #require(DRMOutput.lit(on: card).first)
        let part = try Journal.open(directory: machine.folder.path).freePart()
        let region = showRegion(layer, 160, 120)
        let screen: any Screen =
            if choice == "plane" {
                try KMSOverlayScreen(.find(output, region: region), journal: part, clock: { card.time })
            } else {
                try KMSPrimaryScreen(
                    .find(output, clock: { 0 }), region: region, journal: part, clock: { card.time },
                    shareCard: { _ in })
            }
        let end = card.time + 1_000_000_000
        var frames = 0
        while card.time < end {
            if screen.nextFrame <= card.time {
                try screen.present(layer, Pose(centerX: 160, centerY: 110 + Double(frames % 9)))
                frames += 1
            }
            try screen.drain()
            card.time += 250_000
        }
        #expect((50...66).contains(frames))
        try screen.giveBack()
    }

    /// A framebuffer that is wider than the screen.
    @Test func theBoxIsInTheMiddleOfWhatIsSeen() throws {
        let device = FakeFramebuffer(
            .sample(
                320, 240, bits: 32, fields: FramebufferGeometry.xrgb, virtual: Size(width: 440, height: 240),
                xOffset: 9))
        machine.system.framebuffers["/dev/fb7"] = device
        let wanted = FakeFramebuffer(device.layout)
        wanted.memory = device.memory
        let screen = try machine.open("fb")
        #expect(screen.size == Size(width: 320, height: 240))
        try screen.present(layer, rest)
        try wanted.withScreen { compose(layer, rest, over: $0, into: $0, x: 0, y: 0) }
        #expect(difference(device.memory, wanted.memory) == 0)
        try screen.giveBack()
    }
}
