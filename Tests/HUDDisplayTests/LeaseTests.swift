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
        machine.card.isLent = true
        machine.card.isTaken = true
        machine.system.lent = machine.card
    }

    func alpha() -> UInt64? { machine.card.plane(32)["alpha"]?.value }

    @Test func aPlaneOfItCarriesTheHUDAndMasterIsNeitherTakenNorDropped() throws {
        let displays = try machine.displays(.lease(descriptor: 7))
        try displays.open()
        let screen = try #require(displays.screens.first)
        #expect(screen is KMSOverlayScreen)
        try screen.present(layer, Pose(centerX: 160, centerY: 120, alpha: 0.5))
        #expect(machine.card.plane(32).state.crtc == 50)
        #expect(machine.card.isMaster)
        #expect(machine.entrusted[0] == machine.card.descriptor)
        machine.look(displays)
        #expect(displays.screens.count == 1)
        try displays.giveBack()
        #expect(machine.card.plane(32).state.crtc == 0)
        #expect(machine.card.isMaster && machine.card.isClosed && machine.card.buffers.isEmpty)
        #expect(alpha() == 40_000)
        #expect(machine.system.opened.isEmpty)
    }

    @Test func whoDiesLeavesTheValuesToTheOneThatHoldsTheLease() throws {
        let displays = try machine.displays(.lease(descriptor: 7))
        try displays.open()
        try displays.screens[0].present(layer, Pose(centerX: 160, centerY: 120, alpha: 0.5))
        #expect(alpha() != 40_000)
        let journal = try Journal.open(directory: machine.folder.path)
        journal.hold(try FileDescriptor.open("/dev/null", .read), forPart: 0)
        machine.system.entrusted = machine.card
        #expect(try journal.repair(on: machine.system) == .propertiesRestored)
        #expect(alpha() == 40_000)
        #expect(machine.card.isMaster && machine.system.opened.isEmpty)
    }

    /// What an earlier HUD left where the owner is master now must wait; the lease is another matter.
    @Test func whatCannotBePutBackBesideTheOwnerDoesNotStopIt() throws {
        let first = try machine.displays(.lease(descriptor: 7))
        try first.open()
        try first.screens[0].present(layer, Pose(centerX: 160, centerY: 120, alpha: 0.5))
        // It dies here, and nobody held the lease.
        let owned = FakeCard()
        owned.isTaken = true
        machine.system.cards["/dev/dri/card7"] = owned
        machine.card.take(off: 32)
        #expect(machine.refusal("auto")?.kind == .busy)
        let second = try machine.displays(.lease(descriptor: 7))
        try second.open()
        #expect(second.screens.count == 1)
        #expect(try Journal.open(directory: machine.folder.path).isPending)
        try second.giveBack()
    }

    @Test func whatIsNoLeaseIsRefused() throws {
        let displays = try machine.displays(.lease(descriptor: 7))
        machine.card.isLent = false
        #expect(failure { try displays.open() }?.kind == .noDisplay)
        #expect(machine.card.isClosed)
        machine.system.lent = nil
        #expect(failure { try displays.open() }?.description.contains("descriptor 7") == true)
        machine.system.lent = machine.card
        machine.card.isLent = true
        machine.card.planeList = []
        #expect(failure { try displays.open() }?.description.contains("no overlay plane") == true)
        #expect(machine.card.isClosed && machine.card.buffers.isEmpty)
    }
}
