import KioskHarness
import Testing

/// All tests on virtual kiosks: one machine at a time, and suites that follow one another share it.
@Suite(.serialized)
enum KioskTests {}

// The harness itself: what the other tests lean on must hold. Each check is in the suite of its display, whose boot it
// shares.

/// What is checked on several displays.
private enum Harness {
    /// A screenshot shows what was written, and typing arrives.
    static func screenshots(_ display: Kiosk.Display) throws {
        let kiosk = try Kiosk.shared(display)
        let noise = try kiosk.fillNoise(seed: 7)
        #expect(try kiosk.screenshot().difference(from: noise.picture) == nil)
        #expect(try kiosk.framebufferContents() == noise.picture)

        // It can fail, too.
        try kiosk.writeFramebuffer([1, 2, 3, 4], at: noise.framebuffer.stride * 10 + 64)
        let changed = kiosk.poll(seconds: 5) {
            (try? kiosk.screenshot().difference(from: noise.picture)) != nil
        }
        #expect(changed)

        try kiosk.startConsoleReader()
        try kiosk.type("scan 12\n")
        #expect(try kiosk.consoleReceived("scan 12\n") == "scan 12\n")
        try kiosk.stopConsoleReader()
    }

    /// The checksums of composed frames are those of the pictures that were written.
    static func composedFrames(_ display: Kiosk.Display) throws {
        let kiosk = try Kiosk.shared(display)
        let noise = try kiosk.fillNoise(seed: 3)
        let expected = ComposedFrame(noise.picture).checksum
        #expect(kiosk.poll(seconds: 5) { (try? kiosk.composedChecksums(2)) == [expected, expected] })
        #expect(try kiosk.displayState().contains("allocated by = [fbcon]"))
        #expect(try kiosk.framebufferContents() == noise.picture)
        #expect(throws: KioskError.self) { try kiosk.screenshot() }

        // Another picture has another checksum, and the collector sees the new one come.
        let collector = try kiosk.collectChecksums()
        let next = try kiosk.fillNoise(seed: 4)
        let wanted = ComposedFrame(next.picture).checksum
        #expect(kiosk.poll(seconds: 5) { collector.checksums.last == wanted })
        #expect(try collector.stop().first == expected)
    }
}

extension KioskTests.VirtioTests {
    @Test func screenshotShowsWhatWasWritten() throws { try Harness.screenshots(.virtio) }

    @Test func scannerTypesIntoTheConsole() throws {
        let kiosk = try Kiosk.shared(.virtio)
        try kiosk.startConsoleReader()
        let scanner = try kiosk.plug(.scanner, name: "scanner")
        let reader = try kiosk.readEvents(of: scanner.node)
        try scanner.scan("4006381333931")
        #expect(try kiosk.consoleReceived("4006381333931\n") == "4006381333931\n")
        // 13 digits and Enter, down and up each.
        #expect(kiosk.poll(seconds: 5) { reader.keys.count == 28 })
        #expect(reader.keys.last == [28, 0])
        try reader.stop()
        try scanner.remove()
        try kiosk.stopConsoleReader()
        #expect(try kiosk.run("ls \(scanner.node)").status != 0)
    }

    @Test(arguments: [Kiosk.InputDevice.Kind.touch, .touchA, .panel])
    func fingersAreSeen(kind: Kiosk.InputDevice.Kind) throws {
        let kiosk = try Kiosk.shared(.virtio)
        let device = try kiosk.plug(kind, name: "fingers")
        let reader = try kiosk.readEvents(of: device.node)
        try device.touch(x: 1000, y: 2000)
        try device.touch(1, x: 300, y: 400)
        try device.lift(0)
        try device.lift(1)
        #expect(kiosk.poll(seconds: 5) { reader.keys == [[0x14a, 1], [0x14a, 0]] })
        #expect(reader.events.contains { $0.type == 3 && $0.code == 0x35 && $0.value == 300 })
        let lifts = reader.events.filter { $0.type == 3 && $0.code == 0x39 && $0.value == -1 }
        #expect(lifts.count == (kind == .touchA ? 0 : 2))
        try reader.stop()
        try device.remove()
    }

    @Test func textIsDrawnByTheConsole() throws {
        let kiosk = try Kiosk.shared(.virtio)
        try kiosk.fillNoise()
        try kiosk.showText("Hello")
        let black = Picture(width: 1024, height: 768, bytes: .init(repeating: 0, count: 1024 * 768 * 3))
        let drawn = kiosk.poll(seconds: 5) {
            let difference = try? kiosk.screenshot().difference(from: black)
            return (difference?.width ?? 0) <= 40 && (difference?.pixels ?? 0) > 50
        }
        #expect(drawn)
    }

    @Test func nodesAreAsUdevMakesThem() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let devices = "/dev/fb0 /dev/dri/card0 /dev/input/event0"
        #expect(
            try kiosk.check("stat -c '%G %a' \(devices)").split(separator: "\n")
                == ["video 660", "video 660", "input 660"])
        #expect(try kiosk.run("head -c 4 /dev/fb0", as: .ordinary(groups: [])).status != 0)
        #expect(try kiosk.run("head -c 4 /dev/fb0", as: .ordinary()).status == 0)
    }

    @Test func commandsAnswerAndEnd() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let result = try kiosk.run("echo out; echo err >&2; exit 7")
        #expect(result.status == 7)
        #expect(result.output == "out\nerr\n")
        #expect(throws: KioskError.self) { try kiosk.run("sleep 60", timeout: 1) }
        let job = try kiosk.start("sleep 0.3; echo late")
        #expect(try kiosk.check("echo meanwhile") == "meanwhile\n")
        #expect(try job.wait(seconds: 10) == 0)
        #expect(job.output == "late\n")
        let sleeper = try kiosk.start("sleep 100")
        try sleeper.signal("KILL")
        #expect(try sleeper.wait(seconds: 10) == 128 + 9)
        #expect(try kiosk.run("kill -0 \(sleeper.pid)").status != 0)
    }
}

extension KioskTests.BochsTests {
    @Test func screenshotShowsWhatWasWritten() throws { try Harness.screenshots(.bochs) }
}

extension KioskTests.Vesa8Tests {
    @Test func screenshotShowsWhatWasWritten() throws { try Harness.screenshots(.vesa8) }
}

extension KioskTests.Vesa565Tests {
    @Test func screenshotShowsWhatWasWritten() throws { try Harness.screenshots(.vesa565) }
}

extension KioskTests.Vesa24Tests {
    @Test func screenshotShowsWhatWasWritten() throws { try Harness.screenshots(.vesa24) }
}

extension KioskTests.Vesa32Tests {
    @Test func screenshotShowsWhatWasWritten() throws { try Harness.screenshots(.vesa32) }
}

extension KioskTests.VkmsTests {
    @Test func composedFramesCanBeComputed() throws { try Harness.composedFrames(.vkms) }

    @Test func ownersOfTheDisplayAreSeen() throws {
        let kiosk = try Kiosk.shared(.vkms)
        let watch = try kiosk.watchPlanes()
        let owner = try kiosk.start("exec fake-kiosk -f 10", until: "master")
        #expect(try kiosk.run("fake-kiosk").status == 75)
        #expect(kiosk.poll(seconds: 5) { Set(watch.changes.map(\.framebuffer)).count > 3 })
        let report = try owner.stop()
        #expect(report.contains("failed 0"), "\(report)")
        try watch.stop()
        #expect(try !kiosk.displayProperties().contains { $0.contains(" alpha ") })
        let calls = try kiosk.countCalls(of: ["drm_atomic_nonblocking_commit"]) {
            try kiosk.check("fake-kiosk -f 30 -n 10")
        }
        #expect(calls["drm_atomic_nonblocking_commit"] == 10)
    }
}

extension KioskTests.VkmsAlphaTests {
    @Test func composedFramesCanBeComputed() throws { try Harness.composedFrames(.vkmsAlpha) }

    @Test func planesOfTheOtherVkmsTakeAlphaAndOrder() throws {
        let kiosk = try Kiosk.shared(.vkmsAlpha)
        let properties = try kiosk.displayProperties()
        let planes = properties.filter { $0.contains(" type ") }.count
        #expect(planes >= 3)
        #expect(properties.filter { $0.hasSuffix(" alpha 65535") }.count == planes)
        #expect(properties.filter { $0.contains(" zpos ") }.count == planes)
    }
}
