import Foundation
import HUDDisplay
import HUDPixels
import HUDSystem
import Testing

@Suite struct JournalTests {
    /// What a kill leaves: the journal's bytes and the screen's.
    struct Wreck {
        var journal: [UInt8]
        var memory: [UInt8]
    }

    static func repair(_ wreck: Wreck, _ layout: FramebufferGeometry) throws -> (Journal.Repair, [UInt8]) {
        let folder = Folder()
        try Data(wreck.journal).write(to: URL(fileURLWithPath: folder.path + "/journal"))
        let device = FakeFramebuffer(layout)
        device.memory = wreck.memory
        let system = FakeSystem()
        system.framebuffers["/dev/fb7"] = device
        let journal = try Journal.open(directory: folder.path)
        let result = try journal.repair(on: system)
        #expect(!journal.isPending)
        return (result, device.memory)
    }

    /// Runs a show and takes a wreck at every step of it.
    static func wrecks(
        _ layout: FramebufferGeometry, at x: Double, _ y: Double,
        program: ((FakeFramebuffer, Int) throws -> Void)? = nil
    ) throws -> (before: [UInt8], wrecks: [Wreck]) {
        let folder = Folder()
        let layer = noisyLayer(16, 12)
        let device = FakeFramebuffer(layout)
        let before = device.memory
        var wrecks: [Wreck] = []
        func take() {
            let journal = FileManager.default.contents(atPath: folder.path + "/journal") ?? Data()
            wrecks.append(Wreck(journal: [UInt8](journal), memory: device.memory))
        }
        let journal = try Journal.open(directory: folder.path)
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: 1), region: showRegion(layer, x, y),
            journal: journal.freePart(),
            note: { _ in })
        device.onWrite = take
        device.onRead = take
        for (index, pose) in showPoses(x, y).enumerated() {
            try screen.present(layer, pose)
            try program?(device, index)
        }
        try screen.giveBack()
        return (before, wrecks)
    }

    @Test(arguments: FramebufferGeometry.samples, [(80.0, 60.0), (160.0, 120.0)])
    func aKillAtAnyStepIsRepaired(layout: FramebufferGeometry, place: (Double, Double)) throws {
        let (before, wrecks) = try Self.wrecks(layout, at: place.0, place.1)
        #expect(wrecks.count > 50)
        for wreck in wrecks {
            let (result, memory) = try Self.repair(wreck, layout)
            #expect(difference(memory, before) == 0)
            #expect(result != .screenChanged)
        }
    }

    @Test func aKillWhileTheNextGenerationIsMadeIsRepaired() throws {
        let layout = FramebufferGeometry.samples[0]
        let (before, wrecks) = try Self.wrecks(layout, at: 80, 60)
        var noise = Noise(seed: 5)
        for var wreck in wrecks where wreck.journal.count > 4096 {
            // 16 rows of 21 pixels and more: the generation that no row shows is half-written.
            let words = wreck.journal.withUnsafeBytes { bytes in
                (0..<5).map { Int(bytes.loadUnaligned(fromByteOffset: 16 + 8 * $0, as: Int64.self)) }
            }
            let (stride, rows) = (words[0], words[4])
            for row in 0..<rows {
                let flags = wreck.journal[4096 + row]
                if flags & 2 != 0 { continue }
                let start = 4096 + (rows + 63) / 64 * 64 + ((2 - Int(flags & 1)) * rows + row) * stride
                for index in start..<(start + stride) {
                    wreck.journal[index] = UInt8(truncatingIfNeeded: noise.next())
                }
            }
            #expect(difference(try Self.repair(wreck, layout).1, before) == 0)
        }
    }

    @Test func whatTheProgramDrewIsLeftByARepair() throws {
        let layout = FramebufferGeometry.samples[0]
        let (_, wrecks) = try Self.wrecks(layout, at: 80, 60) { device, _ in
            try device.withScreen { $0.setPixel(0x12_3456, x: 80, y: 60) }
        }
        for wreck in wrecks.dropFirst(200) {
            let device = FakeFramebuffer(layout)
            device.memory = try Self.repair(wreck, layout).1
            #expect(try device.withScreen { $0.pixel(x: 80, y: 60) } == 0x12_3456)
        }
    }

    @Test func aRepairedScreenCanBeRepairedAgain() throws {
        let layout = FramebufferGeometry.samples[4]
        let (before, wrecks) = try Self.wrecks(layout, at: 80, 60)
        let wreck = wrecks[wrecks.count / 2]
        // The second process dies too, in the middle of its work.
        for cut in 0..<10 {
            var half = wreck
            let done = try Self.repair(wreck, layout).1
            let position = half.memory.count * cut / 10
            half.memory.replaceSubrange(..<position, with: done[..<position])
            #expect(difference(try Self.repair(half, layout).1, before) == 0)
        }
    }

    @Test func aScreenOfAnotherLayoutIsLeftAlone() throws {
        let layout = FramebufferGeometry.samples[0]
        let (_, wrecks) = try Self.wrecks(layout, at: 80, 60)
        let wreck = wrecks[wrecks.count / 2]
        var other = layout
        other.red = layout.blue
        other.blue = layout.red
        let (result, memory) = try Self.repair(wreck, other)
        #expect(result == .screenChanged)
        #expect(difference(memory, wreck.memory) == 0)
    }

    @Test func aDeviceThatHasGoneIsNoError() throws {
        let layout = FramebufferGeometry.samples[0]
        let (_, wrecks) = try Self.wrecks(layout, at: 80, 60)
        let folder = Folder()
        try Data(wrecks[60].journal).write(to: URL(fileURLWithPath: folder.path + "/journal"))
        let journal = try Journal.open(directory: folder.path)
        #expect(journal.isPending)
        #expect(try journal.repair(on: FakeSystem()) == .screenChanged)
        #expect(!journal.isPending)
    }

    @Test func whoMayNotOpenTheDeviceLeavesTheJournal() throws {
        let (_, wrecks) = try Self.wrecks(FramebufferGeometry.samples[0], at: 80, 60)
        let folder = Folder()
        try Data(wrecks[60].journal).write(to: URL(fileURLWithPath: folder.path + "/journal"))
        let journal = try Journal.open(directory: folder.path)
        let system = FakeSystem()
        system.refusals["/dev/fb7"] = EACCES
        let error = failure { _ = try journal.repair(on: system) }
        #expect(error?.kind == .notPermitted)
        #expect(journal.isPending)
    }

    @Test func anEmptyOrForeignFileHasNothingToRepair() throws {
        for content in [[], [1, 2, 3], [UInt8](repeating: 0xff, count: 9000)] as [[UInt8]] {
            let folder = Folder()
            try Data(content).write(to: URL(fileURLWithPath: folder.path + "/journal"))
            let journal = try Journal.open(directory: folder.path)
            #expect(!journal.isPending)
            #expect(try journal.repair(on: FakeSystem()) == .nothing)
        }
    }

    @Test func aLinkIsNotFollowed() throws {
        let folder = Folder()
        folder.write("precious", "target")
        folder.link("journal", to: "target")
        let journal = try Journal.open(directory: folder.path)
        #expect(!journal.isPending)
        let device = FakeFramebuffer(FramebufferGeometry.samples[0])
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: 1), region: Rect(x: 0, y: 0, width: 9, height: 9),
            journal: journal.freePart(), note: { _ in })
        #expect(journal.isPending)
        try screen.giveBack()
        #expect(FileManager.default.contents(atPath: folder.path + "/target") == Data("precious".utf8))
    }

    /// A user who opened the file of an earlier show cannot cut off the one that is mapped now, and another user cannot
    /// open that one for writing.
    @Test func noOtherUserCanCutOffTheFileOfAShow() throws {
        let folder = Folder()
        let path = folder.path + "/journal"
        try Data(count: 9000).write(to: URL(fileURLWithPath: path))
        let early = try FileDescriptor.open(path, .readWrite)
        let layout = FramebufferGeometry.samples[0]
        let device = FakeFramebuffer(layout)
        let before = device.memory
        let layer = noisyLayer(16, 12)
        let screen = try FramebufferScreen(
            FramebufferPlan(device, period: 1), region: showRegion(layer, 80, 60),
            journal: Journal.open(directory: folder.path).freePart(), note: { _ in })
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(try #require(attributes[.posixPermissions] as? Int) & 0o037 == 0)
        for pose in showPoses(80, 60) {
            try early.resize(0)
            try screen.present(layer, pose)
        }
        try screen.giveBack()
        #expect(difference(device.memory, before) == 0)
    }

    /// Other devices do something when they are opened for writing (a tape rewinds, a watchdog starts).
    @Test func whatIsNoFramebufferIsNotOpened() throws {
        let folder = Folder()
        folder.write("", "file")
        for path in [folder.path + "/file", "/dev/null", folder.path + "/none"] {
            #expect(throws: SystemError.self) {
                _ = try FileDescriptor.open(device: path, .readWrite, major: 29)
            }
        }
        // The memory devices' number is 1.
        _ = try FileDescriptor.open(device: "/dev/null", .readWrite, major: 1)
    }

    @Test func hostileFilesAreRefusedOrHarmless() throws {
        let layout = FramebufferGeometry.samples[0]
        let (_, wrecks) = try Self.wrecks(layout, at: 80, 60)
        let good = wrecks[wrecks.count / 2]
        var noise = Noise(seed: 77)
        func word(_ index: Int, _ value: Int64) -> [UInt8] {
            var bytes = good.journal
            withUnsafeBytes(of: value) {
                bytes.replaceSubrange((16 + 8 * index)..<(24 + 8 * index), with: $0)
            }
            return bytes
        }
        func path(_ path: String) -> [UInt8] {
            var bytes = good.journal
            bytes.replaceSubrange(1024..<2048, with: [UInt8](repeating: 0, count: 1024))
            bytes.replaceSubrange(1024..<(1024 + path.utf8.count), with: path.utf8)
            return bytes
        }
        var files = [
            path("/etc/passwd"), path("/dev/../etc/passwd"), path("dev/fb7"), path(""),
            path("/dev/mem"), path("/dev/sda"), path("/dev/watchdog"), path("/dev/fb"), path("/dev/fb7x"),
            path("/dev/fb7/../sda"), path("/dev/fb/7"), path("/dev/fb12345"), path("/dev/fb-1"),
            path("/dev/" + String(repeating: "x", count: 1019)),
        ]
        for index in 0..<25 {
            for value in [-1, 0, 1, 255, 4097, 1 << 20, 1 << 40, Int64.max, Int64.min] as [Int64] {
                files.append(word(index, value))
            }
        }
        for length in stride(from: 0, to: good.journal.count, by: 97) {
            files.append(Array(good.journal[..<length]))
        }
        for _ in 0..<300 {
            var bytes = good.journal
            for _ in 0..<8 {
                bytes[Int.random(in: 0..<2048, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
            }
            files.append(bytes)
        }
        for file in files {
            let folder = Folder()
            try Data(file).write(to: URL(fileURLWithPath: folder.path + "/journal"))
            let device = FakeFramebuffer(layout)
            device.memory = good.memory
            let system = FakeSystem()
            system.framebuffers["/dev/fb7"] = device
            let journal = try Journal.open(directory: folder.path)
            _ = try? journal.repair(on: system)
            #expect(
                system.opened.allSatisfy {
                    $0.hasPrefix("/dev/fb") && (8...10).contains($0.utf8.count)
                        && $0.utf8.dropFirst(7).allSatisfy { 48...57 ~= $0 }
                }, "\(system.opened)")
            #expect(!journal.isPending)
        }
    }
}
