import KioskHarness
import Testing

extension KioskTests {
    /// Programs that flip between two pages of a framebuffer.
    @Suite(.serialized) struct PanningTests {
        /// vkms scans its framebuffer's own memory. Drivers that copy it to the display (virtio, bochs; seen with 6.1)
        /// send nothing of the second page.
        private func kiosk() throws -> Kiosk { try .shared(Kiosk.Configuration(.vkms, overalloc: 200)) }

        private func pan(_ y: Int, _ kiosk: Kiosk) throws {
            try kiosk.check("echo 0,\(y) >/sys/class/graphics/fb0/pan")
        }

        private func seen(_ wanted: Picture, _ kiosk: Kiosk) -> Bool {
            let checksum = ComposedFrame(wanted).checksum
            return kiosk.poll(seconds: 5) { (try? kiosk.composedChecksums(1)) == [checksum] }
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
                #expect(seen(wanted, kiosk), "page \(page): \(show.output)")
            }
            if killed { try kiosk.check("kill -KILL \(show.worker(in: kiosk))") }
            #expect(try show.wait(seconds: 15) == (killed ? 70 : 0), "\(show.output)")
            #expect(show.output.contains("using framebuffer"), "\(show.output)")
            #expect(try kiosk.framebufferBytes().prefix(noise.bytes.count).elementsEqual(noise.bytes))
            #expect(seen(pages[0], kiosk), "the first page is another than before")
        }

        /// None of its pans fails, and its next pictures are its own.
        @Test func aProgramThatPansIsNotDisturbed() throws {
            let kiosk = try kiosk()
            let framebuffer = try kiosk.framebuffer()
            #expect(framebuffer.virtualHeight == 2 * framebuffer.height)
            let program = try kiosk.start("exec fb-animate -p")
            #expect(try kiosk.runHUD("show Tagged --for 2s").status == 0)
            try kiosk.check("sleep 0.3")
            let report = try program.stop()
            #expect(report.contains("failed 0"), "\(report)")
            try pan(0, kiosk)
        }
    }
}
