import KioskHarness
import Testing

extension KioskTests.VirtioTests {
    @Test(arguments: Sample.of(["kms", "fb"]))
    func anotherConsoleIsLeftAlone(display: String) throws {
        try ConsoleSwitch(.shared(.virtio), display).thereAndBack()
    }

    /// The kernel draws the other console while the HUD leaves: both write the same rows of a framebuffer.
    @Test(arguments: ["check", "busy"])
    func noRowStaysOnAnotherConsole(icon: String) throws {
        try ConsoleSwitch(.shared(.virtio), "fb").often(icon, times: Sample.isSoak ? 30 : 3)
    }

    @Test(arguments: Sample.of(["kms", "fb"]))
    func aShowEndsOnAnotherConsole(display: String) throws {
        try ConsoleSwitch(.shared(.virtio), display).endsThere()
    }

    /// Started from a console that is not on the screen, it waits for none to come: it shows where people look.
    @Test func startedFromAnotherConsoleItDoesNotHang() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let screen = try ScreenObserver(kiosk)
        let show = try kiosk.start(
            "exec setsid \(HUDProgram.path) show Tagged --for 2s </dev/tty3 >/dev/tty3 2>&1")
        try screen.expectHUD()
        #expect(try show.wait(seconds: 8) == 0)
        try screen.expectAsBefore()
        #expect(try kiosk.check("cat /sys/class/tty/tty0/active").hasPrefix("tty1"))
    }

    @Test func theBellIsHeard() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let speaker = try kiosk.plug(.speaker, name: "speaker")
        let ear = try kiosk.readEvents(of: speaker.node)
        // EV_SND, SND_TONE, a frequency; 0 ends it. The kernel says neither to readers before something else ends the
        // packet.
        func tones() throws -> [Int] {
            try speaker.send("sync")
            return ear.events.filter { $0.type == 18 && $0.code == 2 }.map(\.value)
        }
        #expect(try kiosk.runHUD("show Tagged --for 300ms").status == 0)
        #expect(try tones().isEmpty)
        #expect(try kiosk.runHUD("show Tagged --for 300ms --bell").status == 0)
        #expect(try kiosk.poll(seconds: 3) { try tones().count == 2 })
        let heard = try tones()
        #expect(heard.first ?? 0 > 100 && heard.last == 0, "\(heard)")
        try ear.stop()
        try speaker.remove()
    }
}

extension KioskTests.VkmsTests {
    @Test func anotherConsoleIsLeftAlone() throws {
        try ConsoleSwitch(.shared(.vkms), "plane").thereAndBack()
    }
}

/// The user switches to another console while a HUD shows: that console has no HUD, and gets the keys.
private struct ConsoleSwitch {
    let kiosk: Kiosk
    let display: String
    private let first: Shot
    private let second: Shot

    init(_ kiosk: Kiosk, _ display: String) throws {
        self.kiosk = kiosk
        self.display = display
        try kiosk.check("printf '\\033c\\033[?25l' >/dev/tty2; yes 'another console' | head -600 >/dev/tty2")
        try kiosk.showText(String(repeating: "the console of the HUD \u{2588}\u{2592} ", count: 150))
        try kiosk.check("chvt 2; sleep 0.5")
        second = try Shot(kiosk)
        try kiosk.check("chvt 1; sleep 0.5")
        first = try Shot(kiosk)
        #expect(first != second)
    }

    /// What is to be seen: where no screenshots are, what is in the framebuffer and on the planes.
    private struct Shot: Equatable {
        var picture: Picture
        var hasPlane = false

        init(_ kiosk: Kiosk) throws {
            if kiosk.configuration.display.hasScreenshots {
                picture = try kiosk.screenshot()
            } else {
                picture = try kiosk.framebufferContents()
                hasPlane = try kiosk.displayState().contains("allocated by = hud")
            }
        }

        func withHUD(_ kiosk: Kiosk) throws -> Shot {
            var shot = self
            if kiosk.configuration.display.hasScreenshots {
                shot.picture = try picture.withHUD("Tagged")
            } else {
                shot.hasPlane = true
            }
            return shot
        }
    }

    private func expect(
        _ wanted: Shot, seconds: Double = 4, at location: SourceLocation = #_sourceLocation
    ) throws {
        var last: Picture.Difference?
        let seen = try kiosk.poll(seconds: seconds) {
            let shot = try Shot(kiosk)
            last = shot.picture.difference(from: wanted.picture, tolerance: 1)
            return last == nil && shot.hasPlane == wanted.hasPlane
        }
        #expect(seen, "\(last.map(String.init(describing:)) ?? "the plane")", sourceLocation: location)
    }

    private func start(_ time: String) throws -> Kiosk.Job {
        let show = try kiosk.startHUD("show Tagged --for \(time) --display \(display) --verbose")
        try expect(first.withHUD(kiosk), seconds: 8)
        return show
    }

    func thereAndBack() throws {
        try kiosk.startConsoleReader(tty: "tty2")
        defer { _ = try? kiosk.stopConsoleReader() }
        let show = try start("12s")
        try kiosk.check("chvt 2")
        try expect(second)
        // And stays so.
        for _ in 0..<5 {
            let shot = try Shot(kiosk)
            #expect(shot == second)
            try kiosk.check("sleep 0.1")
        }
        try kiosk.type("free\n")
        #expect(try kiosk.consoleReceived("free\n") == "free\n")
        try kiosk.check("chvt 1")
        try expect(first.withHUD(kiosk))
        #expect(try show.wait(seconds: 15) == 0, "\(show.output)")
        try expect(first)
    }

    func often(_ icon: String, times: Int) throws {
        let show = try kiosk.startHUD("show Tagged --icon \(icon) --for 60s --display \(display)")
        for round in 1...times {
            try #require(kiosk.poll(seconds: 8) { try Shot(kiosk) != first }, "no HUD in round \(round)")
            // At any moment of a frame, and of what the spinner turns in.
            try kiosk.check("sleep 0.\(Int.random(in: 300...999)); chvt 2; sleep 0.3")
            let difference = try Shot(kiosk).picture.difference(from: second.picture)
            #expect(difference == nil, "round \(round): \(difference!)")
            try kiosk.check("chvt 1")
        }
        try kiosk.check("kill -INT \(show.pid)")
        #expect(try show.wait(seconds: 8) == 130, "\(show.output)")
        try expect(first)
    }

    func endsThere() throws {
        let show = try start("4s")
        try kiosk.check("chvt 2")
        #expect(try show.wait(seconds: 8) == 0, "\(show.output)")
        try expect(second)
        try kiosk.check("chvt 1")
        try expect(first)
        #expect(try !kiosk.displayState().contains("allocated by = hud"))
    }
}
