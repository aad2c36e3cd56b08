import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// What a HUD changed and could not put back at once: it is tried again, looked at, and told.
@Suite struct PutBackTests {
    let machine = Machine()
    let layer = noisyLayer(40, 30)
    let rest = Pose(centerX: 160, centerY: 120)

    /// The plane fades by itself; its alpha is `value` before the show.
    private func addAlpha(_ value: UInt64) {
        let alpha = DRMProperty(id: 200, name: "alpha", value: value, maximum: 65535)
        machine.card.planeList = [
            .samplePrimary(31, Size(width: 320, height: 240)), .sample(32, .overlay, more: [alpha]),
        ]
    }

    private var alpha: UInt64? { machine.card.plane(32)["alpha"]?.value }

    private func journal() throws -> Journal { try Journal.open(directory: machine.folder.path) }

    private func shown(_ choice: String) throws -> Displays {
        let displays = try machine.displays(choice)
        try displays.open()
        try displays.screens[0].present(layer, Pose(centerX: 160, centerY: 120, alpha: 0.5))
        try displays.screens[0].drain()
        return displays
    }

    // MARK: - Planes

    @Test func commitsThatAreBusyNowAndThenAreTriedAgain() throws {
        addAlpha(40_000)
        let displays = try shown("plane")
        var refusals = 7
        machine.card.onCommit = { way, _ in
            guard way == .waiting, refusals > 0 else { return nil }
            refusals -= 1
            return EBUSY
        }
        try displays.giveBack()
        #expect(alpha == 40_000)
        #expect(try !journal().isPending)
    }

    @Test(arguments: [EBUSY, EINVAL])
    func aPlaneThatCannotBeSetAsItWasIsToldAndLeftToTheNext(code: Int32) throws {
        addAlpha(40_000)
        let displays = try shown("plane")
        machine.card.onCommit = { _, _ in code }
        let error = failure { try displays.giveBack() }
        #expect(error?.kind == (code == EBUSY ? .busy : .failed))
        #expect(machine.card.plane(32).state.framebuffer == 0 && machine.card.isClosed)
        #expect(try journal().isPending)
        machine.card.onCommit = nil
        #expect(try journal().repair(on: machine.system) == .propertiesRestored)
        #expect(alpha == 40_000)
    }

    @Test func everyPropertyOfThePlaneIsAsItWas() throws {
        machine.card.planeList[1].set("CRTC_X", 12)
        machine.card.planeList[1].set("SRC_W", 77 << 16)
        let before = machine.card.planeList
        let displays = try machine.displays("plane")
        try displays.open()
        try displays.screens[0].present(layer, rest)
        try displays.giveBack()
        let isAsBefore = machine.card.planeList == before
        #expect(isAsBefore)
    }

    /// A HUD at rest has changed nothing that outlives its plane.
    @Test func aDisplayHandedOverInMidShowLeavesNothingPending() throws {
        addAlpha(65535)
        let displays = try shown("plane")
        try displays.screens[0].present(layer, rest)
        try displays.screens[0].drain()
        machine.card.isTaken = true
        let error = failure { try displays.screens[0].present(layer, Pose(centerX: 160, centerY: 120)) }
        #expect(error == nil || error?.kind == .busy)
        _ = failure { try displays.screens[0].present(layer, Pose(centerX: 160, centerY: 99)) }
        #expect(alpha == 65535)
        displays.drop(displays.screens[0])
        #expect(try !journal().isPending)
    }

    /// What another program shows on the plane now is its own.
    @Test func aPlaneThatAnotherProgramUsesNowIsLeftAlone() throws {
        addAlpha(40_000)
        _ = try shown("plane")
        // Both processes die; the kernel takes the plane off; another program uses it.
        machine.card.isMaster = false
        machine.card.planeList[1].state = .init(crtc: 50, framebuffer: 4711)
        let count = machine.card.commits.count
        _ = try journal().repair(on: machine.system)
        #expect(machine.card.commits.count == count)
        #expect(machine.card.plane(32).state.framebuffer == 4711)
        #expect(try !journal().isPending)
    }

    // MARK: - Framebuffers

    @Test(arguments: [EIO, ENOSPC, ENOMEM])
    func writesThatFailFromSomeMomentOnAreToldAndTriedAgain(code: Int32) throws {
        let before = machine.framebuffer.memory
        let displays = try shown("fb")
        machine.framebuffer.failure = code
        #expect(failure { try displays.screens[0].present(layer, rest) } != nil)
        displays.drop(displays.screens[0])
        #expect(failure { try displays.giveBack() }?.kind == .failed)
        #expect(try journal().isPending)
        #expect(difference(machine.framebuffer.memory, before) > 0)
        machine.framebuffer.failure = nil
        guard case .restored = try journal().repair(on: machine.system) else {
            Issue.record("nothing was put back")
            return
        }
        #expect(difference(machine.framebuffer.memory, before) == 0)
    }

    @Test func whatFailedOnceIsPutBackAtTheEnd() throws {
        let before = machine.framebuffer.memory
        let displays = try shown("fb")
        machine.framebuffer.failure = EIO
        displays.drop(displays.screens[0])
        #expect(difference(machine.framebuffer.memory, before) > 0)
        machine.framebuffer.failure = nil
        try displays.giveBack()
        #expect(difference(machine.framebuffer.memory, before) == 0)
        #expect(try !journal().isPending)
    }

    // MARK: - Nothing was ever shown

    @Test(arguments: ["plane", "kms"])
    func aDisplayThatNeverTakesAFrameIsBusy(choice: String) throws {
        let card = machine.card
        let output = try #require(DRMOutput.lit(on: card).first)
        let part = try journal().freePart()
        let region = showRegion(layer, 160, 120)
        let screen: any Screen =
            if choice == "plane" {
                try KMSOverlayScreen(.find(output, region: region), journal: part, clock: { card.time })
            } else {
                try KMSPrimaryScreen(
                    .find(output, clock: { 0 }), region: region, journal: part, clock: { card.time },
                    shareCard: { _ in })
            }
        card.onCommit = { way, _ in way == .nextFrame ? EBUSY : nil }
        card.onFlip = { _ in EBUSY }
        let end = card.time + 6_000_000_000
        var error: DisplayError?
        while card.time < end, error == nil {
            error = failure { try screen.present(layer, rest) }
            card.time += 16_666_667
        }
        #expect(error?.kind == .busy)
        card.onFlip = nil
        try screen.giveBack()
    }

    // MARK: - What cannot be put back

    /// A repair that fails for good is told, and the show goes on; it is not tried at each start.
    @Test func aRepairThatCannotSucceedDoesNotStopAShow() throws {
        addAlpha(40_000)
        _ = try shown("plane")
        machine.card.isMaster = false
        machine.card.take(off: 32)
        machine.card.onCommit = { way, assignments in
            way == .waiting && assignments.contains { $0.value == 40_000 } ? EINVAL : nil
        }
        let displays = try machine.displays("fb")
        try displays.open()
        #expect(displays.screens.count == 1)
        #expect(machine.warnings.count == 1, "\(machine.warnings)")
        try displays.screens[0].present(layer, rest)
        try displays.giveBack()
        machine.warnings = []
        let next = try machine.displays("fb")
        try next.open()
        try next.giveBack()
        #expect(machine.warnings.isEmpty, "\(machine.warnings)")
        // Kept: it may succeed one day, when it is asked for.
        machine.card.onCommit = nil
        #expect(try journal().repair(on: machine.system) == .propertiesRestored)
        #expect(alpha == 40_000)
    }
}
