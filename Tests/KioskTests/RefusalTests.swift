import KioskHarness
import Testing

extension KioskTests {
    /// What cannot be shown is refused: the right exit code, one line that helps, and the screen untouched.
    @Suite(.serialized) struct RefusalTests {
        private func expectOneLine(
            _ output: String, _ words: [String], at location: SourceLocation = #_sourceLocation
        ) {
            #expect(output.split(separator: "\n").count == 1, "\(output)", sourceLocation: location)
            #expect(output.hasPrefix("hud: "), "\(output)", sourceLocation: location)
            for word in words {
                #expect(output.contains(word), "no \"\(word)\" in: \(output)", sourceLocation: location)
            }
        }

        @Test func anotherMaster() throws {
            let kiosk = try Kiosk.shared(.virtio)
            let owner = try kiosk.start("exec fake-kiosk -f 10", until: "master")
            let before = try kiosk.screenshot()
            let result = try kiosk.runHUD("show Tagged")
            #expect(result.status == 75)
            expectOneLine(result.output, ["fake-kiosk", String(try owner.pid)])
            // However much is told, it is told once.
            let verbose = try kiosk.runHUD("show Tagged --verbose")
            #expect(verbose.status == 75)
            let lines = verbose.output.split(separator: "\n")
            #expect(lines.filter { $0.contains("in use by fake-kiosk") }.count == 1, "\(verbose.output)")
            let forced = try kiosk.runHUD("show Tagged --display fb")
            #expect(forced.status == 75)
            #expect(try kiosk.screenshot().width == before.width)
            #expect(try owner.stop().contains("failed 0"))
        }

        @Test func noPermissionForTheDisplay() throws {
            let kiosk = try Kiosk.shared(.virtio)
            let screen = try ScreenObserver(kiosk)
            let result = try kiosk.runHUD("show Tagged", as: .ordinary(groups: []))
            #expect(result.status == 77)
            expectOneLine(result.output, ["video"])
            try screen.expectAsBefore()
        }

        @Test func groupVideoIsEnough() throws {
            let kiosk = try Kiosk.shared(.virtio)
            let screen = try ScreenObserver(kiosk)
            let show = try kiosk.startHUD("show Tagged --for 2s", as: .ordinary())
            try screen.expectHUD()
            #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
            #expect(show.output.isEmpty, "\(show.output)")
            try screen.expectAsBefore()
        }

        /// No font: box and icon all the same, and a line that says what is missing.
        @Test func noFont() throws {
            let kiosk = try Kiosk.shared(.virtio)
            let screen = try ScreenObserver(kiosk)
            let show = try kiosk.start(
                "unshare -m sh -c 'mount -t tmpfs none /usr/share/fonts; exec \(HUDProgram.path) show Tagged --for 2s'"
            )
            // A HUD without a label looks the same.
            try screen.expectHUD("")
            #expect(try show.wait(seconds: 10) == 0)
            expectOneLine(show.output, ["no font", "fonts-dejavu-core"])
            try screen.expectAsBefore()
        }

        /// Without /proc it shows all the same.
        @Test func noProc() throws {
            let kiosk = try Kiosk.shared(.virtio)
            let screen = try ScreenObserver(kiosk)
            let show = try kiosk.start(
                "unshare -m sh -c 'mount -t tmpfs none /proc; exec \(HUDProgram.path) show Tagged --for 2s'")
            try screen.expectHUD()
            #expect(try show.wait(seconds: 10) == 0)
            #expect(show.output.isEmpty, "\(show.output)")
            try screen.expectAsBefore()
        }

        @Test func noDisplay() throws {
            let kiosk = try Kiosk.shared(.none)
            let result = try kiosk.runHUD("show Tagged")
            #expect(result.status == 69)
            expectOneLine(result.output, ["hud render"])
            // No input device is touched for a HUD that does not show.
            #expect(try kiosk.runHUD("show Tagged --json").output.contains("\"devices\": []"))
        }
    }
}
