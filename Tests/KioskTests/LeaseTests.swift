import KioskHarness
import Testing

extension KioskTests.VkmsTests {
    @Test(arguments: LetIn.Way.allCases, [false, true])
    func theOwnerLetsTheHUDIn(by way: LetIn.Way, killed: Bool) throws {
        try LetIn(.shared(.vkms), way).run(killed: killed)
    }
}

extension KioskTests.VkmsAlphaTests {
    @Test(arguments: [false, true])
    func theOwnerLendsAPlane(killed: Bool) throws {
        let kiosk = try Kiosk.shared(.vkmsAlpha)
        let before = try kiosk.displayProperties().filter { $0.contains("alpha") || $0.contains("zpos") }
        try LetIn(kiosk, .lease).run(killed: killed)
        let after = try kiosk.displayProperties().filter { $0.contains("alpha") || $0.contains("zpos") }
        #expect(after == before)
    }
}

/// A program that owns the display lends a plane of it, or hands its card's descriptor down; it stays master, and its
/// own frames go on.
struct LetIn {
    enum Way: CaseIterable {
        case lease
        case descriptor
    }

    let kiosk: Kiosk
    let way: Way

    init(_ kiosk: Kiosk, _ way: Way) {
        self.kiosk = kiosk
        self.way = way
    }

    func run(killed: Bool = false) throws {
        let show = "\(HUDProgram.path) show Tagged --for \(killed ? 30 : 2)s --verbose"
        // The program that started the HUD still has the descriptor, long after it.
        let hold = "echo status $?; exec sleep 60"
        let owner =
            switch way {
            case .lease:
                try kiosk.start(
                    "exec fake-kiosk -x '\(show) --lease-fd 3; \(hold)'", until: "master")
            case .descriptor:
                try kiosk.start(
                    "exec fake-kiosk -f 20 -X '\(show) --drm-fd 3; \(hold)'", until: "master")
            }
        if killed {
            // The worker, the younger of the two, while the box appears: the plane is translucent then.
            try kiosk.check(
                """
                until grep -q 'allocated by = hud' /sys/kernel/debug/dri/0/state; do :; done
                kill -KILL $(pgrep -n -x hud)
                """, timeout: 10)
        } else {
            try expectBoth(owner)
        }
        try owner.waitForOutput("status", seconds: 10)
        #expect(owner.output.contains(killed ? "status 70" : "status 0"), "\(owner.output)")
        #expect(try !kiosk.displayState().contains("allocated by = hud"))
        #expect(try kiosk.displayState().contains("allocated by = fake-kiosk"))
        // The owner is master still, and other processes that have the card open are not.
        #expect(try kiosk.run("fake-kiosk -m -n 1").status == 75)
        let stranger = try kiosk.runHUD("show Tagged --drm-fd 3 3<>/dev/dri/card0")
        #expect(stranger.status == 75)
        #expect(
            stranger.output
                == "hud: descriptor 3 is not master of /dev/dri/card0, so nothing can be shown by it\n")
        let frames = try owner.stop()
        print("\(way): \(frames.split(separator: "\n").last ?? "")")
        #expect(frames.contains("failed 0"), "\(frames)")
    }

    private func expectBoth(_ owner: Kiosk.Job) throws {
        let isShown = try kiosk.poll(seconds: 8) {
            try kiosk.displayState().contains("allocated by = hud")
        }
        #expect(isShown, "\(owner.output)")
        #expect(try kiosk.displayState().contains("allocated by = fake-kiosk"))
    }
}
