import Glibc
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// The owner of the display has handed down the descriptor by which it is master.
@Suite struct GuestTests {
    let machine = Machine()
    let layer = noisyLayer(40, 30)
    let rest = Pose(centerX: 160, centerY: 120)

    init() {
        machine.card.access = .guest
        machine.card.wasFree = false
        machine.system.lent = machine.card
    }

    func displays(output: String? = nil) throws -> Displays {
        try machine.displays(.borrowed(descriptor: 7), output: output)
    }

    func refusal() throws -> DisplayError? {
        let displays = try displays()
        return failure { try displays.open() }
    }

    /// A property of a plane that stands as a HUD needs it.
    static let opaque = DRMProperty(id: 200, name: "alpha", value: 65535, maximum: 65535)

    @Test func aPlaneCarriesTheHUDAndAllElseIsTheOwners() throws {
        let card = machine.card
        card.planeList[1] = .sample(32, .overlay, more: [Self.opaque])
        card.planeList.removeAll { $0.id == 33 }
        let others = card.planeList.filter { $0.kind != .overlay }
        let displays = try displays()
        try displays.open()
        // Asking was showing: nothing, of which the first frame takes the place.
        let asked = try #require(card.buffers[card.plane(32).state.framebuffer])
        for y in 0..<asked.surface.size.height {
            #expect((0..<asked.surface.size.width).allSatisfy { asked.surface.pixel(x: $0, y: y) == 0 })
        }
        let screen = displays.screens[0]
        for pose in showPoses(160, 120) {
            try screen.present(layer, pose)
            #expect(card.buffers[card.plane(32).state.framebuffer] != nil)
            #expect(card.plane(32)["alpha"]?.value == 65535)
            try screen.drain()
            card.time += 16_666_667
        }
        #expect(card.planeList.filter { $0.kind != .overlay } == others)
        #expect(card.isMaster && card.flips.isEmpty)
        // What this process made goes with it: no other process needs to do anything.
        #expect(machine.cardShared.isEmpty)
        #expect(try !Journal.open(directory: machine.folder.path).isPending)
        try displays.giveBack()
        #expect(card.plane(32).state == .init(crtc: 0, framebuffer: 0))
        #expect(card.buffers.isEmpty && card.isClosed && card.isMaster)
        #expect(machine.system.opened.isEmpty)
    }

    /// The number of a buffer that has gone may be another one's by the time the kernel looks.
    @Test func noBufferGoesWhileItIsBeingShown() throws {
        let displays = try displays()
        try displays.open()
        try displays.screens[0].present(layer, rest)
        try displays.giveBack()
        #expect(machine.card.settled.contains(2))
    }

    @Test func everyLitOutputShowsTheHUD() throws {
        machine.lightSecondOutput([(40, 3), (41, 3)])
        let all = try displays()
        try all.open()
        #expect(all.screens.count == 2)
        for screen in all.screens { try screen.present(layer, rest) }
        #expect(Set([40, 41].map { machine.card.plane($0).state.crtc }) == [49, 50])
        try all.giveBack()
        let one = try displays(output: "HDMI-A-1")
        try one.open()
        #expect(one.screens.count == 1)
        try one.giveBack()
    }

    /// To set it so would be to change what is the owner's.
    @Test func aPlaneThatItsOwnerHasSetOtherwiseIsLeftAlone() throws {
        let dim = DRMProperty(id: 200, name: "alpha", value: 40_000, maximum: 65535)
        machine.card.planeList = [.sample(32, .overlay, more: [dim]), .sample(33, .overlay)]
        let displays = try displays()
        try displays.open()
        try displays.screens[0].present(layer, rest)
        #expect(machine.card.plane(32).state.crtc == 0 && machine.card.plane(33).state.crtc == 50)
        try displays.giveBack()
        #expect(machine.card.plane(32)["alpha"]?.value == 40_000)
        machine.card.planeList.removeLast()
        #expect(try refusal()?.description.contains("its owner has set it otherwise") == true)
        #expect(machine.card.buffers.isEmpty && machine.card.isClosed)
    }

    @Test(arguments: [true, false])
    func aPlaneThatItsOwnerTakesIsTheOwners(isResting: Bool) throws {
        let displays = try displays()
        try displays.open()
        let screen = displays.screens[0]
        try screen.present(layer, rest)
        try screen.drain()
        let index = try #require(
            machine.card.planeList.firstIndex { $0.state.crtc == 50 && $0.kind == .overlay })
        machine.card.planeList[index].state.framebuffer = 901
        let error = failure {
            try screen.present(layer, isResting ? rest : Pose(centerX: 161, centerY: 120))
        }
        #expect(error?.kind == .busy)
        displays.drop(screen)
        #expect(machine.card.planeList[index].state == .init(crtc: 50, framebuffer: 901))
        #expect(machine.card.buffers.isEmpty)
    }

    @Test func whoIsNotMasterAnyMoreEndsTheShow() throws {
        let displays = try displays()
        try displays.open()
        let screen = displays.screens[0]
        try screen.present(layer, rest)
        try screen.drain()
        machine.card.isMaster = false
        #expect(failure { try screen.present(layer, Pose(centerX: 161, centerY: 120)) }?.kind == .busy)
        #expect(machine.card.buffers.isEmpty)
        #expect(try refusal()?.kind == .busy)
    }

    /// One line for each, with the descriptor's number and what is the matter with it.
    @Test func whatCannotBeUsedIsRefused() throws {
        func expect(_ kind: DisplayError.Kind, _ word: String) throws {
            let error = try refusal()
            #expect(error?.kind == kind)
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("\n") == false)
        }
        machine.card.isMaster = false
        try expect(.busy, "descriptor 7 is not master of /dev/dri/card7")
        machine.card.isMaster = true
        machine.card.isActive = false
        try expect(.noDisplay, "descriptor 7 leads to no output that is lit")
        machine.card.isActive = true
        machine.system.lendFailure = SystemError("find a card behind", "descriptor 7", code: ENODEV)
        try expect(.noDisplay, "cannot find a card behind descriptor 7")
        machine.system.lendFailure = SystemError("open", "/dev/dri/card7", code: EACCES)
        // A hint that helps the user who reads it.
        try expect(.notPermitted, geteuid() == 0 ? "root is refused, too" : "join the group")
        #expect(machine.card.isClosed && machine.card.commits.isEmpty)
    }
}
