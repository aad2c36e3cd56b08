import KioskHarness
import Testing

extension KioskTests.VirtioTests {
    /// Not what is printed on a framebuffer: what is drawn there between a look and a write is lost till it is drawn
    /// again.
    @Test(
        arguments: [("kms", .printing), ("kms", .blinking), ("fb", .blinking)]
            as [(String, ConsoleBelow.Activity)])
    func theConsoleGoesOnBelow(display: String, activity: ConsoleBelow.Activity) throws {
        try ConsoleBelow(kiosk: .shared(.virtio), display: display).run(activity)
    }
}

extension KioskTests.VkmsTests {
    @Test(arguments: ConsoleBelow.Activity.allCases)
    func theConsoleGoesOnBelow(activity: ConsoleBelow.Activity) throws {
        try ConsoleBelow(kiosk: .shared(.vkms), display: "plane").run(activity)
    }
}

/// A text console that draws under the box: afterwards it shows what it would have shown without a HUD, which is what
/// it draws from its own memory when it is switched away and back.
struct ConsoleBelow {
    enum Activity: CaseIterable {
        /// A line each 50 ms, which scrolls.
        case printing
        /// A cursor that blinks under the box and goes elsewhere while it is there.
        case blinking
    }

    let kiosk: Kiosk
    let display: String

    func run(_ activity: Activity) throws {
        try kiosk.showText(String(repeating: "what is below stays what it is ", count: 200))
        defer { _ = try? kiosk.quietConsole() }
        if activity == .blinking {
            try kiosk.check("echo 1 >/sys/class/graphics/fbcon/cursor_blink; printf '\\033[?25h' >/dev/tty1")
        }
        let (row, column) = try middle()
        if activity == .blinking { try kiosk.check("printf '\\033[\(row);\(column)H' >/dev/tty1") }
        // One that stays what it is, and one that turns from busy into done in its place.
        for hud in [
            "show Tagged --for 1500ms --display \(display)",
            "run Working --done Done --for 800ms --display \(display) -- sleep 0.8",
        ] {
            let show = try kiosk.startHUD(hud)
            switch activity {
            case .printing:
                try kiosk.check(
                    "for i in $(seq 20); do echo line $i of the program below >/dev/tty1; usleep 50000; done")
            case .blinking:
                try kiosk.check(
                    "sleep 0.7; printf '\\033[1;1H' >/dev/tty1; sleep 0.5; printf '\\033[\(row);\(column)H' >/dev/tty1"
                )
            }
            #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
        }
        try kiosk.quietConsole()
        try kiosk.check("sleep 0.4")
        let after = try kiosk.framebufferContents()
        try kiosk.check("chvt 2; sleep 0.3; chvt 1; sleep 0.5")
        try kiosk.quietConsole()
        let anew = try kiosk.framebufferContents()
        #expect(after.difference(from: anew) == nil, "\(after.difference(from: anew)!)")
        if kiosk.configuration.display.hasScreenshots { try kiosk.waitUntilShown(anew) }
    }

    /// The character cell in the middle of the screen, 8 x 16 pixels each.
    private func middle() throws -> (row: Int, column: Int) {
        let framebuffer = try kiosk.framebuffer()
        return (framebuffer.height / 32 + 1, framebuffer.width / 16 + 1)
    }
}
