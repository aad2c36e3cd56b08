import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

@Suite struct RotationTests {
    let layer = noisyLayer(40, 30)

    /// What a framebuffer of 320 x 240 shows of a HUD at the middle.
    func expectTurned(_ turn: QuarterTurn, _ machine: Machine, _ rotation: Rotation = .auto) throws {
        let wanted = FakeFramebuffer(machine.framebuffer.layout)
        wanted.memory = machine.framebuffer.memory
        let screen = try machine.open("fb", rotation: rotation)
        let isAcross = turn == .left || turn == .right
        #expect(screen.size == (isAcross ? Size(width: 240, height: 320) : Size(width: 320, height: 240)))
        let middle = Pose(
            centerX: Double(screen.size.width) / 2 + 11, centerY: Double(screen.size.height) / 2 + 6)
        try screen.present(layer, middle)
        // By hand: 11 to the viewer's right and 6 down.
        let place =
            switch turn {
            case .none: Pose(centerX: 171, centerY: 126)
            case .right: Pose(centerX: 154, centerY: 131)
            case .half: Pose(centerX: 149, centerY: 114)
            case .left: Pose(centerX: 166, centerY: 109)
            }
        let below = wanted.memory
        try wanted.withScreen { compose(layer.turned(turn), place, over: $0, into: $0, x: 0, y: 0) }
        #expect(difference(machine.framebuffer.memory, wanted.memory) == 0)
        // A part that changes is turned, too.
        layer.fill(Rect(x: 2, y: 3, width: 9, height: 4), .white)
        try screen.present(layer, middle)
        wanted.memory = below
        try wanted.withScreen { compose(layer.turned(turn), place, over: $0, into: $0, x: 0, y: 0) }
        #expect(difference(machine.framebuffer.memory, wanted.memory) == 0)
        try screen.giveBack()
    }

    @Test(
        arguments: [("0", .none), ("90", .right), ("180", .half), ("270", .left)] as [(String, QuarterTurn)])
    func whatIsAskedForIsDone(text: String, turn: QuarterTurn) throws {
        let machine = Machine()
        machine.card.orientation = "Upside Down"
        try expectTurned(turn, machine, #require(Rotation(text)))
    }

    @Test(
        arguments: [
            ("Normal", .none), ("Upside Down", .half), ("Left Side Up", .left), ("Right Side Up", .right),
        ] as [(String, QuarterTurn)])
    func asThePanelIsMounted(orientation: String, turn: QuarterTurn) throws {
        let machine = Machine()
        machine.card.orientation = orientation
        machine.folder.write("1\n", "class/graphics/fbcon/rotate")
        try expectTurned(turn, machine)
    }

    @Test(arguments: [("0", .none), ("1", .right), ("2", .half), ("3", .left)] as [(String, QuarterTurn)])
    func elseAsTheConsoleIs(rotate: String, turn: QuarterTurn) throws {
        let machine = Machine()
        machine.folder.write(rotate + "\n", "class/graphics/fbcon/rotate")
        try expectTurned(turn, machine)
    }

    /// A primary plane that the hardware turns needs nothing; an overlay plane is not turned by it.
    @Test func hardwareThatTurnsThePrimaryPlane() throws {
        let machine = Machine()
        machine.card.orientation = "Upside Down"
        machine.card.planeList[0].properties.append(
            DRMProperty(id: 202, name: "rotation", value: 4, names: ["rotate-0": 0, "rotate-180": 2]))
        try expectTurned(.none, machine)
        #expect(try machine.open("kms") is KMSPrimaryScreen)
        #expect(try !(machine.open("plane") is KMSOverlayScreen))
    }

    @Test func otherWordsAreNoRotation() {
        for text in ["", "45", "360", "left", "-90", "Auto"] { #expect(Rotation(text) == nil) }
        #expect(Rotation("auto") == .auto)
    }
}
