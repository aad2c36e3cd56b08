import KioskHarness
import Testing

extension KioskTests {
    /// Another monitor, of another size, while a HUD shows: the HUD is in the middle of what is shown then, and at the
    /// end everything is as it was.
    @Suite(.serialized) struct ResizedTests {
        @Test(arguments: Sample.of(["kms", "fb"]))
        func theHUDGoesWithTheMonitor(display: String) throws {
            let kiosk = try Kiosk.shared(Kiosk.Configuration(.virtio, isResizable: true))
            try kiosk.resize(to: (1024, 768))
            let whole = try kiosk.fillNoise(seed: .random(in: 1...1_000_000)).picture
            let show = try kiosk.startHUD("show Tagged --for 8s --display \(display) --scale 1")
            try kiosk.expect(whole.withHUD("Tagged", scale: 1))
            // Smaller than the framebuffer, whose upper left part is shown; and back.
            try kiosk.resize(to: (800, 600))
            let part = whole.cropped(x: 0, y: 0, width: 800, height: 600)
            try kiosk.expect(part.withHUD("Tagged", scale: 1))
            try kiosk.resize(to: (1024, 768))
            try kiosk.expect(whole.withHUD("Tagged", scale: 1))
            #expect(try show.wait(seconds: 15) == 0, "\(show.output)")
            try kiosk.expect(whole)
            #expect(try kiosk.framebufferContents() == whole)
        }
    }
}

extension Kiosk {
    /// Resizes the monitor, and waits until the kernel has followed.
    fileprivate func resize(to size: (width: Int, height: Int)) throws {
        try resizeMonitor(width: size.width, height: size.height)
        let hasFollowed = try poll(seconds: 5) {
            let picture = try screenshot()
            return picture.width == size.width && picture.height == size.height
        }
        #expect(hasFollowed, "the screen is not \(size)")
    }

    fileprivate func expect(_ wanted: Picture, at location: SourceLocation = #_sourceLocation) throws {
        var last: Picture.Difference?
        let isSeen = try poll(seconds: 4) {
            last = try screenshot().difference(from: wanted, tolerance: 1)
            return last == nil
        }
        #expect(isSeen, "\(last.map(String.init(describing:)) ?? "")", sourceLocation: location)
    }
}
