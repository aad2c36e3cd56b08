import Foundation
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

    /// Where the console says nothing.
    @Test(
        arguments: [
            ("Normal", .none), ("Upside Down", .half), ("Left Side Up", .left), ("Right Side Up", .right),
        ] as [(String, QuarterTurn)])
    func asThePanelIsMounted(orientation: String, turn: QuarterTurn) throws {
        let machine = Machine()
        machine.card.orientation = orientation
        try expectTurned(turn, machine)
    }

    @Test(arguments: [("0", .none), ("1", .right), ("2", .half), ("3", .left)] as [(String, QuarterTurn)])
    func asTheConsoleIs(rotate: String, turn: QuarterTurn) throws {
        for orientation in [nil, "Normal", "Upside Down"] {
            let machine = Machine()
            machine.card.orientation = orientation
            machine.folder.write(rotate + "\n", "class/graphics/fbcon/rotate")
            try expectTurned(turn, machine)
        }
    }

    // MARK: - Hardware

    /// How a display is set up, and how a HUD is turned that is drawn into its picture, and one on a plane above it.
    struct Setup: CustomTestStringConvertible {
        let testDescription: String
        /// The primary plane's property; nil: it has none.
        let rotation: UInt64?
        let console: String?
        let orientation: String?
        let inPicture: QuarterTurn
        let above: QuarterTurn

        init(
            _ name: String, rotation: UInt64? = nil, console: String? = nil, orientation: String? = nil,
            inPicture: QuarterTurn, above: QuarterTurn
        ) {
            testDescription = name
            self.rotation = rotation
            self.console = console
            self.orientation = orientation
            self.inPicture = inPicture
            self.above = above
        }

        func machine() -> Machine {
            let machine = Machine()
            machine.card.orientation = orientation
            if let rotation { machine.card.rotate(rotation) }
            if let console { machine.folder.write(console + "\n", "class/graphics/fbcon/rotate") }
            return machine
        }
    }

    static let setups = [
        Setup("video=...,rotate=180", rotation: 4, console: "0", inPicture: .none, above: .half),
        Setup("the same without such hardware", console: "2", inPicture: .half, above: .half),
        Setup(
            "a panel upside down", rotation: 4, console: "0", orientation: "Upside Down", inPicture: .none,
            above: .half),
        Setup(
            "a panel upside down without such hardware", console: "2", orientation: "Upside Down",
            inPicture: .half, above: .half),
        Setup(
            "a panel upside down and rotate=180", rotation: 1, console: "0", orientation: "Upside Down",
            inPicture: .none, above: .none),
        Setup("turned by hardware and by fbcon", rotation: 4, console: "2", inPicture: .half, above: .none),
        Setup("a quarter by a program", rotation: 2, console: "0", inPicture: .none, above: .left),
        Setup("three quarters by a program", rotation: 8, console: "0", inPicture: .none, above: .right),
        Setup("mirrored both ways", rotation: 1 | 16 | 32, console: "0", inPicture: .none, above: .half),
        Setup(
            "upside down and mirrored both ways", rotation: 4 | 16 | 32, console: "0", inPicture: .none,
            above: .none),
        Setup("by a program, without a console", rotation: 4, inPicture: .none, above: .half),
        Setup(
            "as the panel is, without a console", rotation: 4, orientation: "Upside Down",
            inPicture: .none, above: .half),
        Setup("a value without a turn", rotation: 0, console: "0", inPicture: .none, above: .none),
    ]

    @Test(arguments: setups) func theHUDIsTurnedAsThePictureBelow(_ setup: Setup) throws {
        try expectTurned(setup.inPicture, setup.machine())
        try expectTurnedAbove(setup.above, setup.machine())
    }

    /// What a plane over a screen of 320 x 240 shows of a HUD at the middle.
    func expectTurnedAbove(_ turn: QuarterTurn, _ machine: Machine) throws {
        let screen = try machine.open("plane")
        try screen.present(
            layer, Pose(centerX: Double(screen.size.width) / 2, centerY: Double(screen.size.height) / 2))
        let planes = [32, 33].map { machine.card.plane($0).state.framebuffer }
        let buffer = try #require(planes.compactMap { machine.card.buffers[$0] }.first)
        let expected = Layer(size: Size(width: 80, height: 80))
        expected.withSurface { surface in
            draw(
                layer.turned(turn), Pose(centerX: 160, centerY: 120), into: surface, x: 120, y: 80)
            let bad = (0..<80).filter { memcmp(surface.row($0), buffer.surface.row($0), 320) != 0 }
            #expect(bad.isEmpty, "rows \(bad)")
        }
        try screen.giveBack()
    }

    /// On a plane above a picture that is mirrored the HUD would not be: it is drawn into the picture.
    @Test(arguments: [1 | 16, 1 | 32, 4 | 16] as [UInt64])
    func aMirroredPictureHasTheHUDInIt(rotation: UInt64) throws {
        let machine = Machine()
        machine.card.rotate(rotation)
        machine.folder.write("0\n", "class/graphics/fbcon/rotate")
        #expect(try machine.open("auto") is KMSPrimaryScreen)
        #expect(machine.refusal("plane")?.description.contains("mirrored") == true)
    }

    /// fbcon's word is about the framebuffer that the console is on, the first one.
    @Test func theConsoleSaysNothingOfAnotherCard() throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        second.card.orientation = "Left Side Up"
        machine.folder.write("2\n", "class/graphics/fbcon/rotate")
        let displays = try machine.displays("plane")
        try displays.open()
        #expect(
            displays.screens.map(\.size) == [Size(width: 320, height: 240), Size(width: 240, height: 320)])
        try displays.giveBack()
    }

    @Test func otherWordsAreNoRotation() {
        for text in ["", "45", "360", "left", "-90", "Auto"] { #expect(Rotation(text) == nil) }
        #expect(Rotation("auto") == .auto)
    }
}

extension FakeCard {
    /// Sets the primary plane's property, a bit for each name.
    fileprivate func rotate(_ value: UInt64) {
        let names: [String: UInt64] = [
            "rotate-0": 0, "rotate-90": 1, "rotate-180": 2, "rotate-270": 3, "reflect-x": 4, "reflect-y": 5,
        ]
        planeList[0].properties.append(DRMProperty(id: 202, name: "rotation", value: value, names: names))
    }
}
