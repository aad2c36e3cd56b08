import KioskHarness
import Testing

extension KioskTests.VirtioTests {
    @Test(arguments: [DarkenedScenario.copies, .framebuffer, .killBoth])
    func aDisplayThatIsDarkenedDuringAShowIsDarkAfterIt(scenario: DarkenedScenario) throws {
        try scenario.run(on: .shared(.virtio))
    }

    @Test func aConsoleThatBlanksItselfIsLitForTheShow() throws { try expectLit(on: .shared(.virtio)) }
}

extension KioskTests.VkmsTests {
    @Test func aDisplayThatIsDarkenedDuringAShowIsDarkAfterIt() throws {
        try DarkenedScenario.plane.run(on: .shared(.vkms))
    }
}

/// A program makes the display dark while a HUD is on it.
enum DarkenedScenario: String {
    case plane
    case copies = "kms"
    case framebuffer = "fb"
    case killBoth

    func run(on kiosk: Kiosk) throws {
        defer { _ = try? kiosk.run("echo 0 >/sys/class/graphics/fb0/blank") }
        let way = self == .killBoth ? "auto" : rawValue
        let screen = try ScreenObserver(kiosk)
        let show = try kiosk.startHUD(
            "show Tagged --for \(self == .killBoth ? "30s" : "5s") --display \(way)")
        let front = try show.pid
        let worker = try show.worker(in: kiosk)
        try screen.expectHUD()
        try kiosk.check("echo 4 >/sys/class/graphics/fb0/blank; sleep 0.6")
        try kiosk.expectPower("Off", "\(self) during the show")
        if self == .killBoth {
            try kiosk.check("kill -KILL \(front) \(worker)")
            _ = try show.wait(seconds: 5)
            #expect(try kiosk.runHUD("restore").status == 0)
        } else {
            #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
        }
        try kiosk.expectPower("Off", "\(self) after the show")
        // And stays so.
        try kiosk.check("sleep 0.5")
        try kiosk.expectPower("Off", "\(self) after the show")
    }
}

extension KioskTests.VirtioTests {
    /// It comes between the look at the display and the opening of its card, which strace(1) delays.
    @Test func aDisplayThatIsDarkenedWhileItsCardIsOpenedIsDarkAfterTheShow() throws {
        let kiosk = try Kiosk.shared(.virtio)
        defer { _ = try? kiosk.run("echo 0 >/sys/class/graphics/fb0/blank") }
        let delay = "-P /dev/dri/card0 -e inject=openat:delay_enter=2000000:when=1"
        let show = try kiosk.start(
            "exec strace -qq -f -o /dev/null \(delay) \(HUDProgram.path) show Tagged --for 3s")
        try kiosk.check("sleep 1.2; echo 4 >/sys/class/graphics/fb0/blank; sleep 0.2")
        try kiosk.expectPower("Off", "before the card is opened")
        // The console draws its text anew when it is lit, so the picture below is not known.
        #expect(try kiosk.poll(seconds: 6) { try kiosk.displayState().contains("allocated by = hud") })
        try kiosk.expectPower("On", "during the show")
        #expect(try show.wait(seconds: 15) == 0, "\(show.output)")
        try kiosk.check("sleep 0.5")
        try kiosk.expectPower("Off", "after the show")
    }
}

/// A minute is the shortest time that a console can be told, so it is told to blank at once; what it does is the same.
private func expectLit(on kiosk: Kiosk) throws {
    func console(_ words: String) throws {
        try kiosk.check("TERM=linux setterm \(words) </dev/tty1 >/dev/tty1")
    }
    try console("--blank 1")
    defer { _ = try? kiosk.run("TERM=linux setterm --blank 0 </dev/tty1 >/dev/tty1") }
    let show = try kiosk.startHUD("show Tagged --for 3s")
    _ = try show.worker(in: kiosk)
    try kiosk.check("sleep 1")
    try console("--blank force")
    try kiosk.expectPower("On", "during the show")
    #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
    try kiosk.check("sleep 0.5")
    try kiosk.expectPower("On", "after the show")
    // It does not count as dark: the console would not make it dark once more.
    try console("--blank force")
    try kiosk.expectPower("Off", "made dark once more")
    try kiosk.check("echo 0 >/sys/class/graphics/fb0/blank")
    try kiosk.expectPower("On", "lit again")
}

extension Kiosk {
    fileprivate func expectPower(_ wanted: String, _ when: String) throws {
        let isSo = try poll(seconds: 4) {
            try check("cat /sys/class/drm/card0-Virtual-1/dpms") == wanted + "\n"
        }
        #expect(isSo, "\(when): the display is not \(wanted)")
    }
}
