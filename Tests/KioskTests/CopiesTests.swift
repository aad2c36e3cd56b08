import KioskHarness
import Testing

extension KioskTests.VirtioTests {
    @Test func copiesOfThePictureAreChosen() throws { try expectCopies(on: .shared(.virtio)) }

    @Test func theBoxIsWholeOverAMovingPicture() throws { try expectWholeBoxes(on: .shared(.virtio)) }

    /// Another process has the card open, so the kernel does not go back to the console by itself when both processes of a
    /// show are killed: the display is black, though it counts as lit.
    @Test(arguments: ["restore", "show Next --for 1s"])
    func aCardThatAnotherProcessHasOpenIsPutBack(by command: String) throws {
        let kiosk = try Kiosk.shared(.virtio)
        let screen = try ScreenObserver(kiosk)
        let holder = try kiosk.start("exec fake-kiosk -o", until: "open")
        let show = try kiosk.startHUD("show Tagged --for 30s --display kms")
        try screen.expectHUD()
        try kiosk.check("kill -KILL \(show.pid) \(show.worker(in: kiosk))")
        _ = try show.wait(seconds: 5)
        let result = try kiosk.runHUD(command)
        #expect(result.status == 0, "\(result.output)")
        try screen.expectAsBefore()
        _ = try holder.stop()
        try screen.expectAsBefore()
    }

    /// As a person sees it on a panel that is mounted upside down: the picture turned back is upright.
    @Test(
        arguments: [("kms", "90", 3), ("fb", "270", 1), ("fb", "180", 2)] as [(String, String, Int)])
    func theHUDIsTurned(display: String, degrees: String, back: Int) throws {
        let kiosk = try Kiosk.shared(.virtio)
        let screen = try ScreenObserver(kiosk)
        let show = try kiosk.startHUD("show Tagged --for 2s --display \(display) --rotate \(degrees)")
        let wanted = try screen.background.picture.turned(back).withHUD("Tagged")
        var last: Picture.Difference?
        let seen = try kiosk.poll(seconds: 8) {
            last = try kiosk.screenshot().turned(back).difference(from: wanted, tolerance: 1)
            return last == nil
        }
        #expect(seen, "\(last.map(String.init(describing:)) ?? "")")
        #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
        try screen.expectAsBefore()
    }
}

extension KioskTests.BochsTests {
    @Test func copiesOfThePictureCanBeShown() throws { try expectCopies(on: .shared(.bochs), by: "kms") }

    @Test func theBoxIsWholeOverAMovingPicture() throws { try expectWholeBoxes(on: .shared(.bochs)) }
}

/// The display shows a framebuffer of the HUD's, the program below writes to its own, and no mode is set.
private func expectCopies(on kiosk: Kiosk, by display: String = "auto") throws {
    let screen = try ScreenObserver(kiosk)
    let calls = try kiosk.countCalls(of: [
        "fb_write", "drm_mode_setcrtc", "drm_atomic_helper_commit_modeset_disables",
    ]) {
        let show = try kiosk.startHUD("show Tagged --for 2s --verbose --display \(display)")
        try screen.expectHUD()
        #expect(try kiosk.displayState().contains("allocated by = hud"))
        #expect(try kiosk.framebufferBytes().starts(with: screen.background.bytes))
        #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
        #expect(show.output.contains("using copies of the picture"), "\(show.output)")
    }
    #expect(calls["fb_write"] == 0 && calls["drm_mode_setcrtc"] == 0, "\(calls)")
    try screen.expectAsBefore()
    #expect(try !kiosk.displayState().contains("allocated by = hud"))
}

/// Over a program that redraws the middle of the screen 30 times a second: in each screenshot the box is whole.
///
/// Its own pixels cannot be told (they move); but below the box the label's white and the box's darkness stand
/// in every one, with no stripe in which the program's bright bar shows at its full brightness.
private func expectWholeBoxes(on kiosk: Kiosk) throws {
    let screen = try ScreenObserver(kiosk)
    let (width, height) = (screen.background.framebuffer.width, screen.background.framebuffer.height)
    let area = "\(width / 2 - 100),\(height / 2 - 100),200,200"
    let program = try kiosk.start("exec fb-animate -a \(area)")
    let show = try kiosk.startHUD("show '' --icon none --for 12s --display kms")
    // At rest.
    _ = kiosk.poll(seconds: 5) { (try? kiosk.displayState().contains("allocated by = hud")) == true }
    try kiosk.check("sleep 0.5")
    var torn: [String] = []
    var pictures = 0
    while try show.wait(seconds: 0) == nil, pictures < 60 {
        let shot = try kiosk.screenshot().cropped(
            x: width / 2 - 40, y: height / 2 - 40, width: 80, height: 80)
        guard try kiosk.displayState().contains("allocated by = hud"), try show.wait(seconds: 0) == nil else {
            break
        }
        pictures += 1
        // White under a box of 75 % is 64.
        if let brightest = shot.bytes.max(), brightest > 66 { torn.append("\(brightest) in \(pictures)") }
    }
    print("\(pictures) screenshots over a moving picture on \(kiosk.configuration.display.rawValue)")
    #expect(torn.isEmpty, "\(torn)")
    #expect(pictures >= 5)
    #expect(try show.wait(seconds: 15) == 0, "\(show.output)")
    // What the program drew meanwhile is there: its memory and the display agree.
    try program.stop()
    let wanted = try kiosk.framebufferContents()
    try kiosk.waitUntilShown(wanted)
}

extension Picture {
    /// Turned clockwise so many times.
    fileprivate func turned(_ quarters: Int) -> Picture {
        (0..<quarters).reduce(self) { picture, _ in
            var bytes: [UInt8] = []
            for row in 0..<picture.width {
                for column in 0..<picture.height {
                    let at = ((picture.height - 1 - column) * picture.width + row) * 3
                    bytes += picture.bytes[at..<(at + 3)]
                }
            }
            return Picture(width: picture.height, height: picture.width, bytes: bytes)
        }
    }
}
