import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// A machine of several displays.
extension Machine {
    static let lit = ("connected", "enabled", "On")

    /// card8 with a lit DP-2, and its fb8.
    func addSecondCard() -> (card: FakeCard, framebuffer: FakeFramebuffer) {
        addCard("card8", "devices/second", ["DP-2": Self.lit])
        addFramebuffer("fb8", "devices/second", "320,240")
        let card = FakeCard("/dev/dri/card8")
        card.connectorName = "DP-2"
        let framebuffer = FakeFramebuffer(framebuffer.layout, seed: 8, path: "/dev/fb8")
        system.cards["/dev/dri/card8"] = card
        system.framebuffers["/dev/fb8"] = framebuffer
        return (card, framebuffer)
    }

    /// DP-1 of card7 is lit too; `planes` are for which outputs, by plane.
    func lightSecondOutput(_ planes: [(id: UInt32, mask: UInt32)] = []) {
        addCard("card7", "devices/gpu", ["DP-1": Self.lit, "HDMI-A-1": Self.lit])
        card.hasSecondOutput = true
        card.planeList.removeAll { $0.kind == .overlay }
        for (id, mask) in planes {
            var plane = DRMPlane.sample(id, .overlay)
            plane.possibleCRTCs = mask
            card.planeList.append(plane)
        }
    }

    func look(_ displays: Displays) {
        system.nodes = DisplayNodes(sys: folder.path)
        displays.lookForMore()
    }
}

@Suite struct DisplaysTests {
    let layer = noisyLayer(40, 30)
    let pose = Pose(centerX: 160, centerY: 120)

    @Test func everyLitDisplayShowsTheHUD() throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        machine.addFramebuffer("fb9", "devices/spi", "320,240")
        let third = FakeFramebuffer(machine.framebuffer.layout, seed: 9, path: "/dev/fb9")
        machine.system.framebuffers["/dev/fb9"] = third
        second.card.planeList.removeAll { $0.kind == .overlay }
        let before = third.memory
        let displays = try machine.displays()
        try displays.open()
        #expect(displays.screens.count == 3)
        #expect(displays.screens[0] is KMSOverlayScreen)
        #expect(displays.screens[1] is KMSPrimaryScreen)
        #expect(displays.screens[2] is FramebufferScreen)
        #expect(machine.cardShared.count == 1)
        for screen in displays.screens { try screen.present(layer, pose) }
        #expect(
            machine.card.plane(32).state.framebuffer != 0 || machine.card.plane(33).state.framebuffer != 0)
        #expect(second.card.flips.count == 1)
        #expect(difference(third.memory, before) > 0)
        try displays.giveBack()
        #expect(displays.screens.isEmpty)
        #expect(machine.card.buffers.isEmpty && second.card.buffers.isEmpty)
        #expect(second.card.flips.last == 900)
        #expect(difference(third.memory, before) == 0)
        #expect(machine.cardShared.isEmpty)
        #expect(machine.warnings.isEmpty)
        #expect(try !Journal.open(directory: machine.folder.path).isPending)
    }

    @Test(arguments: ["auto", "plane", "kms", "fb"])
    func aBusyCardDoesNotStopTheOthers(choice: String) throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        machine.card.wasFree = false
        machine.system.master = FileHolder(processID: 42, program: "weston")
        let displays = try machine.displays(choice)
        try displays.open()
        #expect(displays.screens.count == 1)
        #expect(displays.screens[0].name.contains(choice == "fb" ? "fb8" : "card8"))
        #expect(machine.warnings.count == 1)
        #expect(machine.warnings.first?.contains("weston (pid 42)") == true)
        try displays.giveBack()
        second.card.wasFree = false
        #expect(machine.refusal(choice)?.kind == .busy)
    }

    @Test func eachOutputOfACardHasAPlaneOfItsOwn() throws {
        let machine = Machine()
        machine.lightSecondOutput([(40, 3), (41, 3)])
        let displays = try machine.displays()
        try displays.open()
        #expect(displays.screens.map(\.name.description).allSatisfy { $0.hasPrefix("plane 4") })
        #expect(Set(displays.screens.map { $0.name.prefix(8) }).count == 2)
        for screen in displays.screens {
            try screen.present(layer, pose)
            try screen.drain()
        }
        #expect(machine.card.plane(40).state.crtc != 0 && machine.card.plane(41).state.crtc != 0)
        #expect(machine.card.plane(40).state.crtc != machine.card.plane(41).state.crtc)
        try displays.giveBack()
    }

    /// One plane for two outputs: the other shows copies.
    @Test func aPlaneIsGivenAwayOnce() throws {
        let machine = Machine()
        machine.lightSecondOutput([(40, 3)])
        let displays = try machine.displays()
        try displays.open()
        #expect(displays.screens.count == 2)
        #expect(displays.screens[0] is KMSOverlayScreen && displays.screens[1] is KMSPrimaryScreen)
        try displays.giveBack()
    }

    /// Both outputs show one framebuffer: drawn on for the one, it has the HUD on the other.
    @Test(arguments: ["auto", "fb"])
    func aMirroredFramebufferIsDrawnOnOnce(choice: String) throws {
        let machine = Machine()
        machine.lightSecondOutput([(40, 2)])
        machine.card.picture.description.handles = []
        let screen = try machine.open(choice)
        #expect(screen is FramebufferScreen)
        #expect(machine.card.buffers.isEmpty)
        try screen.present(layer, pose)
        #expect(machine.card.plane(40).state.crtc == 0)
        try screen.giveBack()
    }

    @Test func whoDiesLeavesEveryScreenToAnother() throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        let before = [machine.framebuffer.memory, second.framebuffer.memory]
        let displays = try machine.displays("fb")
        try displays.open()
        for screen in displays.screens { try screen.present(layer, pose) }
        #expect(difference(second.framebuffer.memory, before[1]) > 0)
        // It dies here.
        let journal = try Journal.open(directory: machine.folder.path)
        #expect(journal.isPending)
        // One that fails does not keep the others.
        machine.framebuffer.failure = EIO
        #expect(failure { _ = try journal.repair(on: machine.system) }?.kind == .failed)
        #expect(difference(second.framebuffer.memory, before[1]) == 0)
        #expect(journal.isPending)
        machine.framebuffer.failure = nil
        guard case .restored = try journal.repair(on: machine.system) else {
            Issue.record("nothing was put back")
            return
        }
        #expect(difference(machine.framebuffer.memory, before[0]) == 0)
        #expect(!journal.isPending)
    }

    @Test func twoDarkDisplaysAreLitAndDarkenedAgain() throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        let off = ("connected", "enabled", "Off")
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": off])
        machine.addCard("card8", "devices/second", ["DP-2": off])
        let displays = try machine.displays()
        try displays.open()
        #expect(displays.screens.count == 2)
        try displays.giveBack()
        #expect(try Journal.open(directory: machine.folder.path).repair(on: machine.system) == .darkened)
        #expect(machine.framebuffer.blanks == [0, 4] && second.framebuffer.blanks == [0, 4])
    }

    // MARK: - Coming and going

    @Test func aScreenThatGoesTakesNothingWithIt() throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        let displays = try machine.displays()
        try displays.open()
        for screen in displays.screens { try screen.present(layer, pose) }
        second.card.isGone = true
        let gone = displays.screens[1]
        #expect(throws: DisplayError.self) {
            try gone.drain()
            second.card.time += 1_000_000_000
            try gone.present(layer, Pose(centerX: 161, centerY: 120))
        }
        displays.drop(gone)
        #expect(displays.screens.count == 1)
        #expect(second.card.isClosed)
        try displays.screens[0].present(layer, pose)
        // It is looked for a while, then no more.
        machine.system.refusals["/dev/dri/card8"] = ENODEV
        machine.system.opened = []
        for _ in 0..<20 { machine.look(displays) }
        let tries = machine.system.opened.count
        #expect((2...10).contains(tries))
        machine.look(displays)
        #expect(machine.system.opened.count == tries)
        try displays.giveBack()
    }

    @Test(arguments: [ENODEV, EIO])
    func aFramebufferThatGoesTakesNothingWithIt(code: Int32) throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        let before = second.framebuffer.memory
        let displays = try machine.displays("fb")
        try displays.open()
        for screen in displays.screens { try screen.present(layer, pose) }
        machine.framebuffer.failure = code
        let gone = displays.screens[0]
        #expect(failure { try gone.present(layer, pose) }?.kind == .failed)
        displays.drop(gone)
        try displays.screens[0].present(layer, pose)
        try FileManager.default.removeItem(atPath: machine.folder.path + "/class/graphics/fb7")
        machine.system.nodes = DisplayNodes(sys: machine.folder.path)
        try displays.giveBack()
        #expect(difference(second.framebuffer.memory, before) == 0)
        // What it could not put back waits for the next one, who finds no such device.
        let journal = try Journal.open(directory: machine.folder.path)
        #expect(journal.isPending)
        machine.system.framebuffers["/dev/fb7"] = nil
        #expect(try journal.repair(on: machine.system) == .screenChanged)
    }

    /// The framebuffer stays as large as it was, and a smaller monitor shows its upper left part.
    @Test func onAFramebufferTheHUDIsInTheMiddleOfWhatIsShown() throws {
        let machine = Machine()
        machine.card.hasVblank = false
        let before = machine.framebuffer.memory
        let displays = try machine.displays("fb")
        try displays.open()
        let whole = displays.screens[0]
        #expect(whole.size == Size(width: 320, height: 240))
        try whole.present(layer, pose)
        machine.card.mode = DRMMode(size: Size(width: 200, height: 150), period: 16_666_667)
        // It is not asked at each frame.
        Clock.sleep(until: Clock.now() + 300_000_000)
        #expect(
            failure { try whole.present(layer, pose) }?.description.contains("has changed its size") == true)
        displays.drop(whole)
        #expect(difference(machine.framebuffer.memory, before) == 0)
        machine.look(displays)
        #expect(displays.screens.map(\.size) == [Size(width: 200, height: 150)])
        try displays.screens[0].present(layer, Pose(centerX: 100, centerY: 75))
        // The card shows nothing for a moment.
        machine.card.mode = nil
        Clock.sleep(until: Clock.now() + 300_000_000)
        try displays.screens[0].present(layer, Pose(centerX: 100, centerY: 75))
        try displays.giveBack()
        #expect(difference(machine.framebuffer.memory, before) == 0)
    }

    @Test func aDisplayThatComesBackShowsTheHUD() throws {
        let machine = Machine()
        let displays = try machine.displays()
        try displays.open()
        machine.card.mode = DRMMode(size: Size(width: 640, height: 480), period: 16_666_667)
        displays.drop(displays.screens[0])
        machine.look(displays)
        #expect(displays.screens.map(\.size) == [Size(width: 640, height: 480)])
        try displays.giveBack()
    }

    @Test func aDisplayThatIsPluggedInShowsTheHUD() throws {
        let machine = Machine()
        machine.lightSecondOutput([(40, 3), (41, 3)])
        machine.addCard("card7", "devices/gpu", ["DP-1": ("disconnected", "disabled", "Off")])
        machine.card.hasSecondOutput = false
        let displays = try machine.displays()
        try displays.open()
        #expect(displays.screens.count == 1)
        machine.system.opened = []
        machine.look(displays)
        // Nothing has come, so nothing is opened.
        #expect(machine.system.opened.isEmpty)
        machine.addCard("card7", "devices/gpu", ["DP-1": Self.dark])
        machine.look(displays)
        machine.addCard("card7", "devices/gpu", ["DP-1": Machine.lit])
        machine.card.hasSecondOutput = true
        machine.look(displays)
        #expect(displays.screens.count == 2)
        let second = machine.addSecondCard()
        machine.look(displays)
        #expect(displays.screens.count == 3)
        #expect(machine.warnings.isEmpty)
        try displays.giveBack()
        #expect(machine.card.buffers.isEmpty && second.card.buffers.isEmpty)
    }

    private static let dark = ("connected", "enabled", "Off")

    /// Who darkens a display during a show means it.
    @Test func aDisplayThatIsDarkenedIsNotLit() throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        let displays = try machine.displays()
        try displays.open()
        displays.drop(displays.screens[1])
        machine.addCard("card8", "devices/second", ["DP-2": Self.dark])
        machine.system.opened = []
        machine.look(displays)
        #expect(machine.system.opened.isEmpty)
        #expect(second.framebuffer.blanks.isEmpty)
        try displays.giveBack()
    }

    // MARK: - Another console

    /// Its text is no background of the HUD; a row that is the HUD's own from end to end was drawn after it.
    @Test func anotherConsolesPictureIsLeftAlone() throws {
        let machine = Machine()
        let device = machine.framebuffer
        let displays = try machine.displays("fb")
        try displays.open()
        let before = device.memory
        try displays.screens[0].present(layer, pose)
        let shown = device.memory
        #expect(difference(shown, before) > 0)
        // The other console has drawn the upper half, and in it, by chance, some pixels as the HUD had them.
        var noise = Noise(seed: 3)
        let half = 120 * device.layout.lineLength
        for index in 0..<half where index % 64 > 15 {
            device.memory[index] = UInt8(truncatingIfNeeded: noise.next())
        }
        let other = Array(device.memory[..<half])
        try displays.abandon()
        #expect(difference(Array(device.memory[..<half]), other) == 0)
        #expect(difference(Array(device.memory[half...]), Array(before[half...])) == 0)
        #expect(displays.screens.isEmpty)
        #expect(try !Journal.open(directory: machine.folder.path).isPending)
    }
}
