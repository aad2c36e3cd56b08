import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

/// What another process does after the one that showed copies of the picture has died.
@Suite struct FlipBackTests {
    let folder = Folder()
    let dead = FakeCard()
    let fresh = FakeCard()
    let system = FakeSystem()
    let layer = noisyLayer(40, 30)

    /// A show that ends in the middle; `fresh` is what the card looks like when it is opened anew.
    func die() throws -> Journal {
        let plan = try PrimaryPlan.find(try #require(DRMOutput.lit(on: dead).first), clock: { 0 })
        let dead = dead
        let journal = try Journal.open(directory: folder.path)
        let screen = try KMSPrimaryScreen(
            plan, region: showRegion(layer, 160, 120), journal: try journal.freePart(), clock: { dead.time },
            shareCard: { _ in })
        try screen.present(layer, Pose(centerX: 160, centerY: 120))
        let after = try Journal.open(directory: folder.path)
        #expect(after.isPending)
        fresh.planeList[0].state.framebuffer = dead.plane(31).state.framebuffer
        system.cards["/dev/dri/card7"] = fresh
        system.cardShared = dead
        return after
    }

    func shareCard(_ journal: Journal) throws {
        journal.hold(try FileDescriptor.open("/dev/null", .read), forPart: 0)
    }

    @Test func onAFreshDescriptorBeforeTheDeadOneIsClosed() throws {
        let journal = try die()
        try shareCard(journal)
        let dead = dead
        fresh.onFlip = { _ in dead.isClosed ? EINVAL : nil }
        #expect(try journal.repair(on: system) == .flippedBack)
        #expect(fresh.flips == [900])
        #expect(!fresh.isMaster && fresh.isClosed && dead.isClosed)
        #expect(!journal.isPending)
        #expect(try journal.repair(on: system) == .nothing)
    }

    @Test func onTheDeadDescriptorWhereItIsStillMaster() throws {
        let journal = try die()
        try shareCard(journal)
        dead.isMaster = true
        fresh.isTaken = true
        #expect(try journal.repair(on: system) == .flippedBack)
        #expect(dead.plane(31).state.framebuffer == 900)
        #expect(dead.isClosed)
    }

    @Test func anotherProgramsPictureStays() throws {
        let journal = try die()
        try shareCard(journal)
        fresh.planeList[0].state.framebuffer = 77
        fresh.wasFree = false
        #expect(try journal.repair(on: system) == .flippedBack)
        #expect(fresh.flips.isEmpty && dead.isClosed)
    }

    /// Both are dead: the kernel has taken the copies off, and the display's memory may be empty.
    @Test func theFramebufferIsDrawnAnewWhereTheKernelWentBack() throws {
        let journal = try die()
        fresh.planeList[0].state.framebuffer = 900
        let framebuffer = FakeFramebuffer(.sample(320, 242, bits: 32, fields: FramebufferGeometry.xrgb))
        folder.write("", "devices/gpu/uevent")
        folder.write("", "class/drm/card7/dev")
        folder.link("class/drm/card7/device", to: "devices/gpu")
        folder.write("320,242\n", "class/graphics/fb7/virtual_size")
        folder.link("class/graphics/fb7/device", to: "devices/gpu")
        system.nodes = DisplayNodes(sys: folder.path)
        system.framebuffers["/dev/fb7"] = framebuffer
        let before = framebuffer.memory
        fresh.isActive = false
        let fresh = fresh
        framebuffer.onBlank = { fresh.isActive = true }
        #expect(try journal.repair(on: system) == .flippedBack)
        #expect(framebuffer.blanks == [0])
        #expect(framebuffer.memory == before)
        let rows = framebuffer.writes.reduce(into: Set<Int>()) { $0.formUnion($1) }
        #expect(rows.count == 320 * 4 * 242)
        // A write within one row that ends at its end is not shown.
        #expect(framebuffer.writes.allSatisfy { $0.count > 320 * 4 })
    }

    @Test func aCardThatIsGoneIsNothingToPutBack() throws {
        let journal = try die()
        system.cards = [:]
        #expect(try journal.repair(on: system) == .flippedBack)
        #expect(!journal.isPending)
    }

    @Test func whatCannotBeDoneNowStaysPending() throws {
        let journal = try die()
        fresh.onFlip = { _ in EINVAL }
        #expect(throws: DisplayError.self) { try journal.repair(on: system) }
        #expect(journal.isPending)
        fresh.onFlip = nil
        #expect(try journal.repair(on: system) == .flippedBack)
    }

    // MARK: - The kernel took the copies off, and another process has the card open: the display shows nothing

    private func takePictureAway() throws -> (Journal, FakeFramebuffer) {
        let journal = try die()
        let framebuffer = FakeFramebuffer(.sample(320, 242, bits: 32, fields: FramebufferGeometry.xrgb))
        folder.write("", "devices/gpu/uevent")
        folder.write("", "class/drm/card7/dev")
        folder.link("class/drm/card7/device", to: "devices/gpu")
        folder.write("320,242\n", "class/graphics/fb7/virtual_size")
        folder.link("class/graphics/fb7/device", to: "devices/gpu")
        system.nodes = DisplayNodes(sys: folder.path)
        system.framebuffers["/dev/fb7"] = framebuffer
        fresh.planeList[0].state = .init(crtc: 0, framebuffer: 0)
        return (journal, framebuffer)
    }

    @Test func aDisplayThatShowsNothingGetsThePictureBack() throws {
        let (journal, framebuffer) = try takePictureAway()
        let before = framebuffer.memory
        #expect(try journal.repair(on: system) == .flippedBack)
        #expect(fresh.planeList[0].state == .init(crtc: 50, framebuffer: 900))
        #expect(fresh.planeList[0]["SRC_W"]?.value == 320 << 16 && fresh.planeList[0]["CRTC_H"]?.value == 240)
        #expect(difference(framebuffer.memory, before) == 0)
        #expect(!journal.isPending && !fresh.isMaster && fresh.isClosed)
    }

    /// Its driver has no atomic commits, or the picture's framebuffer has gone: the console's is shown.
    @Test(arguments: [true, false])
    func orTheConsole(isAtomic: Bool) throws {
        let (journal, framebuffer) = try takePictureAway()
        fresh.isAtomic = isAtomic
        fresh.onCommit = { _, _ in ENOENT }
        let fresh = fresh
        framebuffer.onBlank = { fresh.planeList[0].state = .init(crtc: 50, framebuffer: 901) }
        #expect(try journal.repair(on: system) == .flippedBack)
        #expect(framebuffer.blanks == [0])
        #expect(!journal.isPending)
    }

    @Test func whereItStaysBlackThatIsToldAndLeftToTheNext() throws {
        let (journal, _) = try takePictureAway()
        fresh.onCommit = { _, _ in EINVAL }
        #expect(failure { _ = try journal.repair(on: system) }?.kind == .failed)
        #expect(journal.isPending)
        fresh.onCommit = nil
        #expect(try journal.repair(on: system) == .flippedBack)
    }

    @Test func hostileFilesLeadNowhere() throws {
        let journal = try die()
        let good = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/journal"))
        var noise = Noise(seed: 3)
        var files: [Data] = stride(from: 0, to: good.count, by: 61).map { good.prefix($0) }
        for path in ["/etc/passwd", "/dev/dri/card", "/dev/dri/card7/../../x", "/dev/fb0", ""] {
            var file = good
            file.replaceSubrange(1024..<2048, with: Data(path.utf8) + Data(count: 1024 - path.utf8.count))
            files.append(file)
        }
        for _ in 0..<300 {
            var file = good
            for _ in 0..<8 {
                file[Int.random(in: 16..<80, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
            }
            files.append(file)
        }
        for file in files {
            try file.write(to: URL(fileURLWithPath: folder.path + "/journal"))
            _ = try? journal.repair(on: system)
            #expect(system.opened.allSatisfy { $0 == "/dev/dri/card7" })
            #expect(fresh.flips.allSatisfy { $0 == 900 })
        }
    }
}
