import Foundation
import KioskHarness
import Testing

extension KioskTests {
    /// A card of two outputs, which show one framebuffer, and a second card.
    @Suite(.serialized) struct SeveralDisplaysTests {
        private func displays() throws -> SeveralDisplays {
            let kiosk = try Kiosk.shared(
                Kiosk.Configuration(.virtio, outputs: 2, qemu: ["-device", "bochs-display,id=second"]))
            return try SeveralDisplays(kiosk)
        }

        @Test(arguments: ["auto", "fb"])
        func eachShowsTheHUDAndIsAsBefore(display: String) throws {
            let displays = try displays()
            let show = try displays.kiosk.startHUD("show Tagged --for 3s --display \(display)")
            try displays.expectHUD(on: SeveralDisplays.all)
            #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
            #expect(show.output.isEmpty, "\(show.output)")
            try displays.expectAsBefore()
        }

        @Test func theOutputThatIsAskedForShowsItAlone() throws {
            let displays = try displays()
            let show = try displays.kiosk.startHUD("show Tagged --for 3s --output Virtual-2")
            try displays.expectHUD(on: [.secondOutput])
            #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
            try displays.expectAsBefore()
        }

        @Test(arguments: ["auto", "fb"], ["worker", "front", "both"])
        func killsPutEveryScreenBack(display: String, victims: String) throws {
            let displays = try displays()
            let kiosk = displays.kiosk
            let show = try kiosk.startHUD("show Tagged --for 30s --display \(display)")
            try displays.expectHUD(on: SeveralDisplays.all)
            let (front, worker) = (try show.pid, try show.worker(in: kiosk))
            switch victims {
            case "worker": try kiosk.check("kill -KILL \(worker)")
            case "front": try kiosk.check("kill -KILL \(front)")
            default:
                try kiosk.check("kill -KILL \(front) \(worker)")
                _ = try show.wait(seconds: 5)
                #expect(try kiosk.runHUD("restore").status == 0)
            }
            #expect(try show.wait(seconds: 10) != nil)
            try displays.expectAsBefore()
            #expect(try kiosk.poll(seconds: 2) { try kiosk.run("pgrep -x hud").status == 1 })
        }

        /// One gate, however many screens: what is scanned meanwhile counts once.
        @Test func aScanCountsOnceOnThreeScreens() throws {
            let displays = try displays()
            let kiosk = displays.kiosk
            try kiosk.startConsoleReader()
            let scanner = try kiosk.plug(.scanner, name: "scanner")
            let show = try kiosk.startHUD("show Tagged --for 3s --json --verbose")
            try show.waitForOutput("input is held off")
            try displays.expectHUD(on: SeveralDisplays.all)
            try scanner.scan("4006")
            #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
            #expect(try kiosk.consoleReceived("4006\n") == "4006\n")
            let record = try #require(try InputReportInGuest(show.output).device("scanner"))
            #expect(record["held"] as? Int == 10 && record["replayed"] as? Int == 10, "\(show.output)")
            try scanner.remove()
            try kiosk.stopConsoleReader()
            try displays.expectAsBefore()
        }

        @Test func aDisplayOfAnotherProgramDoesNotStopTheOthers() throws {
            let displays = try displays()
            let kiosk = displays.kiosk
            let owner = try kiosk.start("exec fake-kiosk -m /dev/dri/card1", until: "master")
            let show = try kiosk.startHUD("show Tagged --for 3s")
            try displays.expectHUD(on: [.firstOutput, .secondOutput])
            #expect(try show.wait(seconds: 10) == 0)
            #expect(show.output.split(separator: "\n").count == 1, "\(show.output)")
            #expect(show.output.contains("fake-kiosk (pid \(try owner.pid))"), "\(show.output)")
            try owner.stop()
            try displays.expectAsBefore()
        }

        /// The show ends on time, and the display that comes back meanwhile has the HUD.
        @Test func aDisplayThatGoesTakesNothingWithItAndComesBack() throws {
            let displays = try displays()
            let kiosk = displays.kiosk
            let show = try kiosk.startHUD("show Tagged --for 6s")
            try displays.expectHUD(on: SeveralDisplays.all)
            try kiosk.check("echo \(displays.slot) >/sys/bus/pci/drivers/bochs-drm/unbind; sleep 0.5")
            try displays.expectHUD(on: [.firstOutput, .secondOutput], others: false)
            #expect(show.output.split(separator: "\n").count == 1, "\(show.output)")
            try kiosk.check("echo \(displays.slot) >/sys/bus/pci/drivers/bochs-drm/bind")
            try displays.light()
            let background = try kiosk.fillNoise(seed: 77, device: "/dev/fb1").picture
            let wanted = try background.withHUD("Tagged")
            let isBack = try kiosk.poll(seconds: 4) {
                try kiosk.screenshot(of: "second").difference(from: wanted, tolerance: 1) == nil
            }
            #expect(isBack, "the HUD does not come back: \(show.output)")
            #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
            let isGone = try kiosk.poll(seconds: 4) { try kiosk.screenshot(of: "second") == background }
            #expect(isGone, "a stain on the display that came back")
            try displays.expectAsBefore(on: [.firstOutput, .secondOutput])
        }
    }
}

/// What each of the displays shows.
struct SeveralDisplays {
    enum Display: CaseIterable {
        case firstOutput
        case secondOutput
        case secondCard
    }

    static let all = Set(Display.allCases)

    let kiosk: Kiosk
    /// The second card's place on the bus.
    let slot: String
    private var backgrounds: [Display: Picture] = [:]

    /// Lights the second card, and fills all with noise.
    init(_ kiosk: Kiosk) throws {
        self.kiosk = kiosk
        try kiosk.check("modprobe bochs")
        slot = try kiosk.check("basename $(readlink /sys/class/drm/card1/device)").split(separator: "\n")
            .map(String.init).joined()

        try light()
        let first = try kiosk.fillNoise(seed: .random(in: 1...1_000_000)).picture
        let second = try kiosk.fillNoise(seed: .random(in: 1...1_000_000), device: "/dev/fb1").picture
        backgrounds = [.firstOutput: first, .secondOutput: first, .secondCard: second]
        try expectAsBefore()
    }

    /// The kernel's console is on the first card only: nothing lights the second by itself.
    func light() throws {
        try kiosk.check(
            """
            for try in $(seq 50); do [ -e /dev/fb1 ] && break; sleep 0.1; done
            head -1 /sys/class/graphics/fb1/modes >/sys/class/graphics/fb1/mode
            """)
    }

    private func screenshot(of display: Display) throws -> Picture {
        switch display {
        case .firstOutput: try kiosk.screenshot()
        case .secondOutput: try kiosk.screenshot(head: 1)
        case .secondCard: try kiosk.screenshot(of: "second")
        }
    }

    /// Waits until the HUD is on these, and on no others.
    func expectHUD(
        on displays: Set<Display>, others: Bool = true, at location: SourceLocation = #_sourceLocation
    ) throws {
        for display in Display.allCases where displays.contains(display) || others {
            let background = backgrounds[display]!
            let wanted = try displays.contains(display) ? background.withHUD("Tagged") : background
            try expect(wanted, on: display, tolerance: 1, seconds: 8, at: location)
        }
    }

    /// Waits until each shows what it showed, every pixel.
    func expectAsBefore(
        on displays: Set<Display> = all, at location: SourceLocation = #_sourceLocation
    ) throws {
        for display in Display.allCases where displays.contains(display) {
            try expect(backgrounds[display]!, on: display, tolerance: 0, seconds: 4, at: location)
        }
    }

    private func expect(
        _ wanted: Picture, on display: Display, tolerance: Int, seconds: Double, at location: SourceLocation
    ) throws {
        var last: Picture.Difference?
        let seen = try kiosk.poll(seconds: seconds) {
            last = try screenshot(of: display).difference(from: wanted, tolerance: tolerance)
            return last == nil
        }
        #expect(seen, "\(display): \(last.map(String.init(describing:)) ?? "")", sourceLocation: location)
    }
}
