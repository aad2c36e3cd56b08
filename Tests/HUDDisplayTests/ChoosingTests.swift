import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// A machine in sysfs' words, and its devices.
final class Machine {
    let folder = Folder()
    let system = FakeSystem()
    let card = FakeCard()
    let framebuffer = FakeFramebuffer(.sample(320, 240, bits: 32, fields: FramebufferGeometry.xrgb))
    var notes: [String] = []
    var warnings: [String] = []
    /// By part of the journal.
    var cardShared: [Int: Int32] = [:]

    /// card7 with a lit HDMI-A-1 and an empty DP-1, and its fb7.
    init() {
        addCard(
            "card7", "devices/gpu",
            ["HDMI-A-1": ("connected", "enabled", "On"), "DP-1": ("disconnected", "disabled", "Off")])
        addFramebuffer("fb7", "devices/gpu", "320,240")
        system.cards["/dev/dri/card7"] = card
        system.framebuffers["/dev/fb7"] = framebuffer
    }

    func addCard(_ name: String, _ device: String, _ connectors: [String: (String, String, String)]) {
        folder.write("", device + "/uevent")
        folder.write("", "class/drm/\(name)/dev")
        folder.link("class/drm/\(name)/device", to: device)
        for (connector, (status, enabled, dpms)) in connectors {
            folder.write(status + "\n", "class/drm/\(name)-\(connector)/status")
            folder.write(enabled + "\n", "class/drm/\(name)-\(connector)/enabled")
            folder.write(dpms + "\n", "class/drm/\(name)-\(connector)/dpms")
        }
    }

    func addFramebuffer(_ name: String, _ device: String, _ virtualSize: String) {
        folder.write("", device + "/uevent")
        folder.write("fake\n", "class/graphics/\(name)/name")
        folder.write(virtualSize + "\n", "class/graphics/\(name)/virtual_size")
        folder.link("class/graphics/\(name)/device", to: device)
    }

    /// The displays of a show, none of them open.
    func displays(
        _ choice: String = "auto", output: String? = nil, rotation: Rotation = .auto
    ) throws -> Displays {
        try displays(try #require(DisplayChoice(choice)), output: output, rotation: rotation)
    }

    func displays(
        _ choice: DisplayChoice, output: String? = nil, rotation: Rotation = .auto
    ) throws -> Displays {
        system.nodes = DisplayNodes(sys: folder.path)
        return Displays(
            choice, output: output, rotation: rotation, on: system,
            journal: try Journal.open(directory: folder.path),
            region: { size, _ in Rect(x: size.width / 2 - 40, y: size.height / 2 - 40, width: 80, height: 80)
            },
            shareCard: { card, part in self.cardShared[part] = card },
            note: { line, isDetail in
                self.notes.append(line)
                if !isDetail { self.warnings.append(line) }
            })
    }

    /// The only screen.
    func open(
        _ choice: String, output: String? = nil, rotation: Rotation = .auto
    ) throws -> any Screen {
        let displays = try displays(choice, output: output, rotation: rotation)
        try displays.open()
        #expect(displays.screens.count == 1)
        return try #require(displays.screens.first)
    }

    func refusal(_ choice: String, output: String? = nil) -> DisplayError? {
        do {
            _ = try open(choice, output: output)
            return nil
        } catch {
            return error as? DisplayError
        }
    }
}

@Suite struct ChoosingTests {
    @Test func aPlaneIsTakenFirst() throws {
        let machine = Machine()
        #expect(try machine.open("auto") is KMSOverlayScreen)
        #expect(try machine.open("plane") is KMSOverlayScreen)
        #expect(try machine.open("plane:card7") is KMSOverlayScreen)
        #expect(try machine.open("fb") is FramebufferScreen)
        #expect(try machine.open("fb:/dev/fb7") is FramebufferScreen)
        #expect(!machine.card.isMaster)
    }

    @Test func withoutAPlaneCopiesOfThePictureAreShown() throws {
        let machine = Machine()
        machine.card.planeList.removeAll { $0.kind == .overlay }
        for choice in ["auto", "kms", "kms:card7"] {
            let screen = try machine.open(choice)
            #expect(screen is KMSPrimaryScreen)
            #expect(machine.cardShared[0] == machine.card.descriptor)
            #expect(!machine.card.isMaster)
            try screen.giveBack()
            #expect(machine.card.isClosed)
            #expect(machine.card.buffers.isEmpty)
            #expect(machine.card.picture.opened == 0)
        }
        #expect(machine.notes.contains { $0.contains("no overlay plane") })
        #expect(!machine.system.opened.contains("/dev/fb7"))
    }

    /// Raspberry Pi's firmware behind a kernel's face blends premultiplied planes wrongly.
    @Test func theFirmwaresPlanesAreForThoseWhoAskForThem() throws {
        let machine = Machine()
        machine.folder.write("", "bus/platform/drivers/vc4-drm/bind")
        machine.folder.link("devices/gpu/driver", to: "bus/platform/drivers/vc4-drm")
        // The driver is there, and drives nothing.
        machine.folder.write("", "bus/platform/drivers/vc4_firmware_kms/bind")
        #expect(try machine.open("auto") is KMSOverlayScreen)
        machine.folder.write("", "bus/platform/drivers/vc4_firmware_kms/fe600000.firmwarekms")
        #expect(try machine.open("auto") is KMSPrimaryScreen)
        #expect(try machine.open("plane") is KMSOverlayScreen)
        machine.system.nodes = DisplayNodes(sys: machine.folder.path)
        #expect(Displays.survey(machine.system)[0].description.contains("fkms"))
    }

    @Test func withoutAFramebufferDeviceCopiesAreShown() throws {
        let machine = Machine()
        machine.card.planeList.removeAll { $0.kind == .overlay }
        try FileManager.default.removeItem(atPath: machine.folder.path + "/class/graphics")
        #expect(try machine.open("auto") is KMSPrimaryScreen)
    }

    @Test func withoutAPlaneOrAPictureTheFramebufferIsPacedByTheCard() throws {
        let machine = Machine()
        machine.card.planeList.removeAll { $0.kind == .overlay }
        machine.card.picture.description.handles = []
        let screen = try machine.open("auto")
        #expect(screen is FramebufferScreen)
        #expect(screen.descriptor != nil)
        #expect(machine.notes.contains { $0.contains("no overlay plane") })
        try screen.giveBack()
        #expect(machine.card.isClosed)
        machine.card.hasVblank = false
        let timed = try machine.open("auto")
        #expect(timed.descriptor == nil)
        try timed.giveBack()
        #expect(machine.card.isClosed)
    }

    @Test func aFramebufferThatCanPanIsDrawnOn() throws {
        let machine = Machine()
        machine.addFramebuffer("fb7", "devices/gpu", "320,480")
        #expect(try machine.open("auto") is FramebufferScreen)
        #expect(machine.refusal("plane")?.kind == .noDisplay)
        #expect(machine.refusal("kms")?.kind == .noDisplay)
    }

    @Test func anotherMasterIsNamedAndItsFramebufferIsLeftAlone() {
        let machine = Machine()
        machine.card.wasFree = false
        machine.system.master = FileHolder(processID: 42, program: "kiosk app")
        for choice in ["auto", "plane", "fb", "fb:/dev/fb7"] {
            let error = machine.refusal(choice)
            #expect(error?.kind == .busy)
            #expect(error?.description.contains("kiosk app (pid 42)") == true)
        }
        #expect(!machine.system.opened.contains("/dev/fb7"))
        #expect(machine.card.isClosed)
    }

    @Test func masterTakenBetweenOpenAndTestIsBusy() {
        let machine = Machine()
        machine.card.isTaken = true
        #expect(machine.refusal("auto")?.kind == .busy)
    }

    @Test(arguments: [("Off", 4), ("Suspend", 3), ("Standby", 1)] as [(String, Int32)])
    func aBlankedDisplayIsLitAndDarkenedAgain(power: String, level: Int32) throws {
        let machine = Machine()
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": ("connected", "enabled", power)])
        for choice in ["auto", "plane", "kms", "fb"] {
            machine.framebuffer.blanks = []
            machine.system.opened = []
            let screen = try machine.open(choice)
            #expect(machine.system.opened.first == "/dev/fb7")
            #expect(machine.framebuffer.blanks == [0])
            try screen.giveBack()
            let journal = try Journal.open(directory: machine.folder.path)
            #expect(journal.isPending)
            #expect(try journal.repair(on: machine.system) == .darkened)
            #expect(machine.framebuffer.blanks == [0, level])
            #expect(try journal.repair(on: machine.system) == .nothing)
        }
    }

    @Test func aBlankedDisplayOfAnotherStaysDark() throws {
        let machine = Machine()
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": ("connected", "enabled", "Off")])
        machine.framebuffer.failure = EBUSY
        machine.system.master = FileHolder(processID: 42, program: "weston")
        #expect(machine.refusal("auto")?.description.contains("weston (pid 42)") == true)
        #expect(try !Journal.open(directory: machine.folder.path).isPending)
        #expect(!machine.system.opened.contains("/dev/dri/card7"))
    }

    @Test(
        arguments: [
            ("/dev/fb0", 0), ("/dev/fb0", 5), ("/dev/fb0", 1 << 40), ("/dev/fb", 4), ("/dev/fbx", 4),
            ("/etc/passwd", 4), ("/dev/dri/card7", 4), ("", 4),
        ] as [(String, UInt64)])
    func nonsenseInARecordOfADarkDisplayIsLeftAlone(path: String, level: UInt64) throws {
        let machine = Machine()
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": ("connected", "enabled", "Off")])
        let displays = try machine.displays("plane")
        try displays.open()
        let file = URL(fileURLWithPath: machine.folder.path + "/journal")
        var bytes = try [UInt8](Data(contentsOf: file))
        try displays.giveBack()
        #expect(bytes[1024...].starts(with: "/dev/fb7".utf8))
        bytes.replaceSubrange(
            1024..<1056, with: Array(path.utf8) + Array(repeating: 0, count: 32 - path.utf8.count))
        withUnsafeBytes(of: level) { bytes.replaceSubrange(16..<24, with: $0) }
        try Data(bytes).write(to: file)
        machine.system.opened = []
        let journal = try Journal.open(directory: machine.folder.path)
        #expect(try journal.repair(on: machine.system) == .nothing)
        #expect(machine.system.opened.isEmpty && !journal.isPending)
    }

    @Test func aDarkDisplayIsNotOpened() {
        let machine = Machine()
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": ("connected", "disabled", "Off")])
        for choice in ["auto", "plane", "fb"] { #expect(machine.refusal(choice)?.kind == .noDisplay) }
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": ("connected", "enabled", "Off")])
        machine.system.opened = []
        #expect(Displays.survey(machine.system).allSatisfy { !$0.isChosen })
        #expect(!machine.system.opened.contains("/dev/dri/card7"))
    }

    @Test func cardsWithoutConnectorsAndUnpluggedOnesDoNotConfuse() throws {
        let machine = Machine()
        machine.addCard("card0", "devices/render", [:])
        machine.addCard("card1", "devices/empty", ["DP-1": ("disconnected", "disabled", "On")])
        machine.addFramebuffer("fb1", "devices/empty", "1024,768")
        #expect(try machine.open("auto") is KMSOverlayScreen)
        #expect(!machine.system.opened.contains("/dev/fb1"))
        #expect(machine.notes.count == 3)
    }

    @Test func theOutputThatIsAskedForIsTaken() throws {
        let machine = Machine()
        machine.addCard("card0", "devices/first", ["HDMI-A-1": ("connected", "enabled", "On")])
        machine.addCard("card7", "devices/gpu", ["HDMI-A-2": ("connected", "enabled", "On")])
        let first = FakeCard()
        machine.system.cards["/dev/dri/card0"] = first
        machine.card.connectorName = "HDMI-A-2"
        machine.addFramebuffer("fb0", "devices/old", "320,240")
        machine.system.framebuffers["/dev/fb0"] = machine.framebuffer
        for choice in ["auto", "plane", "kms", "fb"] {
            machine.system.opened = []
            try machine.open(choice, output: "HDMI-A-2").giveBack()
            #expect(!machine.system.opened.contains("/dev/dri/card0"))
            #expect(!machine.system.opened.contains("/dev/fb0"))
            let error = failure { _ = try machine.open(choice, output: "DP-9") }
            #expect(error?.kind == .noDisplay)
        }
    }

    @Test func oneOfACardsOutputsIsTaken() throws {
        let machine = Machine()
        let lit = ("connected", "enabled", "On")
        machine.addCard("card7", "devices/gpu", ["DP-1": lit, "HDMI-A-1": lit])
        machine.card.hasSecondOutput = true
        #expect(try machine.open("auto", output: "HDMI-A-1").name.contains("HDMI-A-1"))
        #expect(machine.refusal("plane", output: "DP-1")?.description.contains("DP-1") == true)
    }

    @Test func aFramebufferWithoutACardIsDrawnOn() throws {
        let machine = Machine()
        machine.addFramebuffer("fb0", "devices/old", "320,240")
        machine.system.framebuffers["/dev/fb0"] = machine.framebuffer
        machine.addCard("card7", "devices/gpu", ["HDMI-A-1": ("disconnected", "disabled", "Off")])
        #expect(try machine.open("auto") is FramebufferScreen)
        #expect(machine.system.opened.last == "/dev/fb0")
    }

    @Test func withoutPermissionTheGroupIsTold() {
        let machine = Machine()
        machine.system.refusals["/dev/dri/card7"] = EACCES
        for choice in ["auto", "plane", "fb"] {
            let error = machine.refusal(choice)
            #expect(error?.kind == .notPermitted)
            // Root is in no need of a group.
            #expect(error?.description.contains(Caller.isRoot ? "a container" : "group") == true)
        }
    }

    @Test func withoutADisplayTheWayOutIsTold() {
        let machine = Machine()
        machine.system.cards = [:]
        machine.system.framebuffers = [:]
        let error = machine.refusal("auto")
        #expect(error?.kind == .noDisplay)
        #expect(error?.description.contains("hud render") == true)
        #expect(machine.refusal("plane:card9")?.kind == .noDisplay)
    }

    @Test func anotherLayoutIsNotDrawnOn() {
        let machine = Machine()
        machine.card.planeList.removeAll { $0.kind == .overlay }
        machine.card.picture.description.handles = []
        machine.framebuffer.layout.bitsPerPixel = 8
        let error = machine.refusal("auto")
        #expect(error?.kind == .noDisplay)
        #expect(error?.description.contains("8 bits") == true)
        #expect(machine.framebuffer.writes.isEmpty)
        #expect(machine.card.isClosed)
    }

    @Test func whatAnEarlierHUDLeftIsRepairedFirst() throws {
        let machine = Machine()
        let before = machine.framebuffer.memory
        let layer = noisyLayer(40, 30)
        let first = try machine.open("fb")
        try first.present(layer, Pose(centerX: 160, centerY: 120))
        // It dies here.
        let second = try machine.open("fb")
        #expect(difference(machine.framebuffer.memory, before) == 0)
        try second.giveBack()
        #expect(machine.notes.contains { $0.contains("earlier") })
    }

    @Test func theSurveyTellsWhatWouldBeUsed() {
        let machine = Machine()
        machine.system.nodes = DisplayNodes(sys: machine.folder.path)
        var reports = Displays.survey(machine.system)
        #expect(reports.map(\.isChosen) == [true, false])
        #expect(reports[0].description.contains("would be used: plane 3"))
        #expect(reports[0].description.contains("connector HDMI-A-1: connected, 160x120 mm"))
        #expect(reports[1].description.contains("usable, not needed"))
        #expect(machine.card.buffers.isEmpty)
        #expect(machine.framebuffer.writes.isEmpty)
        machine.card.wasFree = false
        machine.system.master = FileHolder(processID: 42, program: "weston")
        reports = Displays.survey(machine.system)
        #expect(reports.allSatisfy { !$0.isChosen && $0.description.contains("weston (pid 42)") })
    }

    @Test(
        arguments: [
            ("auto", DisplayChoice.auto), ("plane", .plane(card: nil)),
            ("plane:card1", .plane(card: "/dev/dri/card1")),
            ("plane:/dev/dri/by-path/x", .plane(card: "/dev/dri/by-path/x")), ("fb", .framebuffer(path: nil)),
            ("fb:fb1", .framebuffer(path: "/dev/fb1")), ("fb:/dev/fb1", .framebuffer(path: "/dev/fb1")),
            (
                "png:a:b.png",
                .image(
                    path: "a:b.png", size: DisplayChoice.imageSize,
                    color: DisplayChoice.imageColor)
            ),
            ("", nil), ("png", nil), ("png:", nil), ("fb:", nil), ("auto:x", nil),
            ("kms", .copies(card: nil)), ("kms:card1", .copies(card: "/dev/dri/card1")), ("kms:", nil),
            ("planes", nil),
        ] as [(String, DisplayChoice?)])
    func choicesAreRead(text: String, choice: DisplayChoice?) {
        #expect(DisplayChoice(text) == choice)
    }

    @Test func theMasterIsFoundInOldAndNewLists() {
        let old = """
                     command   pid dev master a   uid      magic
                      Xorg    12   0   n    y     0          0
               my kiosk app   812   0   y    y  1000          3
            """
        #expect(DisplayOwner.master(in: old) == FileHolder(processID: 812, program: "my kiosk app"))
        let new = """
                     command  tgid dev master a   uid      magic            name   id
                      weston   99   0   y    y  1000          0         <unset>    4
            """
        #expect(DisplayOwner.master(in: new) == FileHolder(processID: 99, program: "weston"))
        #expect(DisplayOwner.master(in: "") == nil)
    }
}
