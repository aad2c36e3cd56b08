import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// Displays that become dark while a HUD is on them.
@Suite struct DarknessTests {
    let layer = noisyLayer(40, 30)
    let pose = Pose(centerX: 160, centerY: 120)

    private static let dark = ("connected", "enabled", "Off")

    /// What sysfs says of the display of card7.
    private func set(_ state: (String, String, String), _ machine: Machine) {
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": state])
        machine.card.isActive = state.2 == "On"
        machine.system.nodes = DisplayNodes(sys: machine.folder.path)
    }

    private func shown(_ choice: String, _ machine: Machine) throws -> Displays {
        let displays = try machine.displays(choice)
        try displays.open()
        for screen in displays.screens { try screen.present(layer, pose) }
        return displays
    }

    /// What is done once the cards are closed: the last process to close a card lights its display.
    private func repair(_ machine: Machine) throws -> Journal.Repair {
        try Journal.open(directory: machine.folder.path).repair(on: machine.system)
    }

    /// It is written down before the end, so that the display is dark again although both processes are killed.
    @Test(arguments: ["plane", "kms", "fb"], [true, false])
    func aDisplayThatAProgramDarkensIsDarkAfterTheShow(choice: String, isSeenBefore: Bool) throws {
        let machine = Machine()
        let displays = try shown(choice, machine)
        set(Self.dark, machine)
        if isSeenBefore {
            displays.lookForMore()
            let files = try FileManager.default.contentsOfDirectory(atPath: machine.folder.path)
            let records = files.filter { $0.hasPrefix("journal") }.compactMap {
                FileManager.default.contents(atPath: machine.folder.path + "/" + $0)
            }
            // "HUDDARK", pending.
            #expect(records.contains { $0[1..<8] == Data("KRADDUH".utf8) && $0[8] == 1 && $0[16] == 4 })
        }
        // Nothing lights it meanwhile.
        #expect(machine.framebuffer.blanks.isEmpty)
        try displays.giveBack()
        _ = try repair(machine)
        #expect(machine.framebuffer.blanks == [4])
        #expect(try repair(machine) == .nothing)
    }

    /// A screen that fails because its display is dark is given up, and its card closed, before the end.
    @Test func aDarkDisplayThatIsGivenUpIsDarkAfterTheShow() throws {
        let machine = Machine()
        let displays = try shown("auto", machine)
        set(Self.dark, machine)
        displays.drop(displays.screens[0])
        try displays.giveBack()
        #expect(try repair(machine) == .darkened)
        #expect(machine.framebuffer.blanks == [4])
    }

    /// To close the card, which shows nothing then, would light it.
    @Test(arguments: ["auto", "plane", "kms", "fb"])
    func aDisplayThatIsDarkenedWhileItIsOpenedIsDarkAfterTheShow(choice: String) throws {
        let machine = Machine()
        let displays = try machine.displays(choice)
        machine.system.onOpen = { [weak machine] in
            machine?.system.onOpen = nil
            machine.map { set(Self.dark, $0) }
        }
        machine.framebuffer.onBlank = { [weak machine] in machine?.card.isActive = true }
        try displays.open()
        #expect(displays.screens.count == 1 && machine.framebuffer.blanks == [0])
        try displays.giveBack()
        #expect(try repair(machine) == .darkened)
        #expect(machine.framebuffer.blanks == [0, 4])
    }

    @Test func aDisplayThatIsLitAgainStaysLit() throws {
        let machine = Machine()
        let displays = try shown("auto", machine)
        set(Self.dark, machine)
        displays.lookForMore()
        set(Machine.lit, machine)
        displays.lookForMore()
        try displays.giveBack()
        #expect(try repair(machine) == .nothing)
        #expect(machine.framebuffer.blanks.isEmpty)
    }

    @Test func onlyTheDisplayThatWasDarkenedIsDarkAfterwards() throws {
        let machine = Machine()
        let second = machine.addSecondCard()
        let displays = try shown("auto", machine)
        set(Self.dark, machine)
        displays.lookForMore()
        try displays.giveBack()
        _ = try repair(machine)
        #expect(machine.framebuffer.blanks == [4])
        #expect(second.framebuffer.blanks.isEmpty)
    }

    /// One that was dark before the show has been lit for it, which a look does not undo.
    @Test func aDisplayThatWasDarkBeforeIsDarkAfterwards() throws {
        let machine = Machine()
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": Self.dark])
        let displays = try machine.displays()
        try displays.open()
        set(Machine.lit, machine)
        displays.lookForMore()
        try displays.giveBack()
        #expect(try repair(machine) == .darkened)
        #expect(machine.framebuffer.blanks == [0, 4])
    }

    // MARK: - The console's own timer

    private func setTimer(_ seconds: String, _ machine: Machine) {
        machine.folder.write(seconds + "\n", "module/kernel/parameters/consoleblank")
    }

    /// No key reaches the console during a show, so it blanks itself though a HUD is on it.
    @Test func aDisplayThatTheConsoleBlanksIsLitForTheHUD() throws {
        let machine = Machine()
        setTimer("600", machine)
        let displays = try shown("auto", machine)
        set(Self.dark, machine)
        displays.lookForMore()
        // By the call that tells the console, too: it counts as lit and starts its timer anew.
        #expect(machine.framebuffer.blanks == [0])
        set(Machine.lit, machine)
        displays.lookForMore()
        try displays.giveBack()
        #expect(try repair(machine) == .nothing)
        #expect(machine.framebuffer.blanks == [0])
    }

    /// Its timer cannot have run out so soon after the display was lit: another program wants it to be dark.
    @Test func aDisplayThatIsDarkenedAgainAtOnceIsLeftDark() throws {
        let machine = Machine()
        setTimer("600", machine)
        let displays = try shown("auto", machine)
        set(Self.dark, machine)
        displays.lookForMore()
        set(Machine.lit, machine)
        displays.lookForMore()
        set(Self.dark, machine)
        displays.lookForMore()
        displays.lookForMore()
        #expect(machine.framebuffer.blanks == [0])
        try displays.giveBack()
        _ = try repair(machine)
        #expect(machine.framebuffer.blanks == [0, 4])
    }

    @Test(arguments: ["0", "-1", "", "99999999999999999999"])
    func withoutATimerAnotherProgramHasDarkenedIt(seconds: String) throws {
        let machine = Machine()
        setTimer(seconds, machine)
        let displays = try shown("auto", machine)
        set(Self.dark, machine)
        displays.lookForMore()
        #expect(machine.framebuffer.blanks.isEmpty)
        try displays.giveBack()
    }

    /// Where it cannot be lit it is dark, and dark afterwards.
    @Test func aDisplayThatCannotBeLitIsLeftDark() throws {
        let machine = Machine()
        setTimer("600", machine)
        let displays = try shown("plane", machine)
        set(Self.dark, machine)
        machine.system.refusals["/dev/fb7"] = EACCES
        displays.lookForMore()
        machine.system.refusals = [:]
        displays.lookForMore()
        try displays.giveBack()
        #expect(try repair(machine) == .darkened)
        #expect(machine.framebuffer.blanks == [4])
    }
}
