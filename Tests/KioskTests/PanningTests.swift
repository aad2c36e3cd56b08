import KioskHarness
import Testing

extension KioskTests {
    /// Programs that flip between two pages of a framebuffer.
    @Suite(.serialized) struct PanningTests {
        /// Not virtio: its driver (6.1) does not send what was drawn on a page before it is panned to.
        private func kiosk() throws -> Kiosk { try .shared(Kiosk.Configuration(.bochs, overalloc: 200)) }

        private func pan(_ y: Int, _ kiosk: Kiosk) throws {
            try kiosk.check("echo 0,\(y) >/sys/class/graphics/fb0/pan")
        }

        @Test(arguments: [false, true])
        func theHUDIsOnEachPage(killed: Bool) throws {
            let kiosk = try kiosk()
            let noise = try kiosk.fillNoise(seed: 31)
            let framebuffer = noise.framebuffer
            var other = noise.bytes
            other.removeFirst(framebuffer.height * framebuffer.stride)
            let pages = [noise.picture, try framebuffer.picture(of: other)]
            let show = try kiosk.startHUD("show Tagged --for \(killed ? 30 : 6)s --verbose")
            for page in [0, 1, 0] {
                try pan(page * framebuffer.height, kiosk)
                let wanted = try pages[page].withHUD("Tagged")
                var last: Picture.Difference?
                let seen = try kiosk.poll(seconds: 5) {
                    last = try kiosk.screenshot().difference(from: wanted, tolerance: 1)
                    return last == nil
                }
                #expect(seen, "page \(page): \(last.map(String.init(describing:)) ?? ""), \(show.output)")
            }
            if killed { try kiosk.check("kill -KILL \(show.worker(in: kiosk))") }
            #expect(try show.wait(seconds: 15) == (killed ? 70 : 0), "\(show.output)")
            #expect(show.output.contains("using framebuffer"), "\(show.output)")
            #expect(try kiosk.framebufferBytes().prefix(noise.bytes.count).elementsEqual(noise.bytes))
            try kiosk.waitUntilShown(pages[0])
        }

        /// None of its pans fails, and its next pictures are its own.
        @Test func aProgramThatPansIsNotDisturbed() throws {
            let kiosk = try kiosk()
            let program = try kiosk.start("exec fb-animate -p")
            #expect(try kiosk.runHUD("show Tagged --for 2s").status == 0)
            try kiosk.check("sleep 0.3")
            let report = try program.stop()
            #expect(report.contains("failed 0"), "\(report)")
            try pan(0, kiosk)
        }
    }
}
