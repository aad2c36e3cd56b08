import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// The owner of the display lends a plane: another one is master of all the rest.
@Suite struct LeaseTests {
    let machine = Machine()
    let layer = noisyLayer(40, 30)

    init() {
        let alpha = DRMProperty(id: 200, name: "alpha", value: 40_000, maximum: 65535)
        machine.card.planeList = [.sample(32, .overlay, more: [alpha])]
        machine.card.access = .lease
        machine.card.isTaken = true
        machine.system.lent = machine.card
    }

    func alpha() -> UInt64? { machine.card.plane(32)["alpha"]?.value }

    @Test func aPlaneOfItCarriesTheHUDAndMasterIsNeitherTakenNorDropped() throws {
        let displays = try machine.displays(.borrowed(descriptor: 7))
        try displays.open()
        let screen = try #require(displays.screens.first)
        #expect(screen is KMSOverlayScreen)
        try screen.present(layer, Pose(centerX: 160, centerY: 120, alpha: 0.5))
        #expect(machine.card.plane(32).state.crtc == 50)
        #expect(machine.card.isMaster)
        #expect(machine.cardShared[0] == machine.card.descriptor)
        machine.look(displays)
        #expect(displays.screens.count == 1)
        try displays.giveBack()
        #expect(machine.card.plane(32).state.crtc == 0)
        #expect(machine.card.isMaster && machine.card.isClosed && machine.card.buffers.isEmpty)
        #expect(alpha() == 40_000)
        #expect(machine.system.opened.isEmpty)
    }

    @Test func whoDiesLeavesTheValuesToTheOneThatHoldsTheLease() throws {
        let displays = try machine.displays(.borrowed(descriptor: 7))
        try displays.open()
        try displays.screens[0].present(layer, Pose(centerX: 160, centerY: 120, alpha: 0.5))
        #expect(alpha() != 40_000)
        let journal = try Journal.open(directory: machine.folder.path)
        journal.hold(try FileDescriptor.open("/dev/null", .read), forPart: 0)
        machine.system.cardShared = machine.card
        #expect(try journal.repair(on: machine.system) == .propertiesRestored)
        #expect(alpha() == 40_000)
        #expect(machine.card.isMaster && machine.system.opened.isEmpty)
    }

    /// What an earlier HUD left where the owner is master now must wait; the lease is another matter.
    @Test func whatCannotBePutBackBesideTheOwnerDoesNotStopIt() throws {
        let first = try machine.displays(.borrowed(descriptor: 7))
        try first.open()
        try first.screens[0].present(layer, Pose(centerX: 160, centerY: 120, alpha: 0.5))
        // It dies here, and no other process held the lease.
        let owned = FakeCard()
        owned.isTaken = true
        machine.system.cards["/dev/dri/card7"] = owned
        machine.card.take(off: 32)
        #expect(machine.refusal("auto")?.kind == .busy)
        let second = try machine.displays(.borrowed(descriptor: 7))
        try second.open()
        #expect(second.screens.count == 1)
        #expect(try Journal.open(directory: machine.folder.path).isPending)
        try second.giveBack()
    }

    /// Others may have the lease open still: what was shown by it does not go with the process.
    @Test func whoDiesLeavesThePlaneToTheOneThatHoldsTheLease() throws {
        machine.card.planeList = [.sample(32, .overlay)]
        let displays = try machine.displays(.borrowed(descriptor: 7))
        try displays.open()
        try displays.screens[0].present(layer, Pose(centerX: 160, centerY: 120))
        #expect(machine.card.plane(32).state.crtc == 50)
        let journal = try Journal.open(directory: machine.folder.path)
        journal.hold(try FileDescriptor.open("/dev/null", .read), forPart: 0)
        machine.system.cardShared = machine.card
        #expect(try journal.repair(on: machine.system) == .propertiesRestored)
        #expect(machine.card.plane(32).state == .init(crtc: 0, framebuffer: 0))
    }

    @Test func everyOutputOfItShowsTheHUD() throws {
        machine.lightSecondOutput([(40, 3), (41, 3)])
        let displays = try machine.displays(.borrowed(descriptor: 7))
        try displays.open()
        #expect(displays.screens.count == 2)
        for screen in displays.screens { try screen.present(layer, Pose(centerX: 160, centerY: 120)) }
        #expect(Set([40, 41].map { machine.card.plane($0).state.crtc }) == [49, 50])
        #expect(machine.cardShared.count == 2)
        try displays.giveBack()
        #expect(machine.card.buffers.isEmpty && machine.cardShared.isEmpty)
        let second = try machine.displays(.borrowed(descriptor: 7), output: "DP-1")
        try second.open()
        #expect(second.screens.map(\.name).allSatisfy { $0.contains("DP-1") } && second.screens.count == 1)
        try second.giveBack()
    }

    @Test func whatIsNoLeaseIsRefused() throws {
        let displays = try machine.displays(.borrowed(descriptor: 7))
        machine.card.isMaster = false
        #expect(failure { try displays.open() }?.kind == .busy)
        #expect(machine.card.isClosed)
        machine.system.lent = nil
        #expect(failure { try displays.open() }?.description.contains("descriptor 7") == true)
        machine.system.lent = machine.card
        machine.card.access = .lease
        machine.card.planeList = []
        #expect(failure { try displays.open() }?.description.contains("no overlay plane") == true)
        #expect(machine.card.isClosed && machine.card.buffers.isEmpty)
    }
}
