import KioskHarness
import Testing

extension KioskTests.VkmsTests {
    @Test func theOwnerLendsAPlane() throws { try LentPlane(.shared(.vkms)).run() }
}

extension KioskTests.VkmsAlphaTests {
    @Test(arguments: [false, true])
    func theOwnerLendsAPlane(killed: Bool) throws {
        let kiosk = try Kiosk.shared(.vkmsAlpha)
        let before = try kiosk.displayProperties().filter { $0.contains("alpha") || $0.contains("zpos") }
        try LentPlane(kiosk).run(killed: killed)
        let after = try kiosk.displayProperties().filter { $0.contains("alpha") || $0.contains("zpos") }
        #expect(after == before)
    }
}

/// A program that owns the display lends a plane of it, and stays master.
private struct LentPlane {
    let kiosk: Kiosk

    init(_ kiosk: Kiosk) { self.kiosk = kiosk }

    func run(killed: Bool = false) throws {
        let show = "\(HUDProgram.path) show Tagged --for \(killed ? 30 : 2)s --verbose"
        let owner = try kiosk.start(
            "exec fake-kiosk -x '\(show) --lease-fd 3; echo status $?'", until: "master")
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
        // The owner is master still.
        #expect(try kiosk.run("fake-kiosk -m -n 1").status == 75)
        try owner.stop()
    }

    private func expectBoth(_ owner: Kiosk.Job) throws {
        let isShown = try kiosk.poll(seconds: 8) {
            try kiosk.displayState().contains("allocated by = hud")
        }
        #expect(isShown, "\(owner.output)")
        #expect(try kiosk.displayState().contains("allocated by = fake-kiosk"))
    }
}
