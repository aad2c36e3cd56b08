import KioskHarness
import Testing

extension KioskTests {
    /// vfb: framebuffers in layouts that no virtual card has, red in the lowest bits, padded, with pages to pan to.
    /// Nothing displays it: the memory says what would be seen, every byte of it.
    @Suite(.serialized) struct VirtualFramebufferTests {
        private let device = "/dev/fb1"
        private let show = "show Tagged --display fb:/dev/fb1 --for"

        @Test(arguments: [8, 16, 24, 32])
        func comesAndGoesInEveryDepth(bits: Int) throws {
            let kiosk = try Kiosk.shared(.vkms)
            try kiosk.check("modprobe vfb vfb_enable=1 videomemorysize=2000000")
            defer { _ = try? kiosk.run("modprobe -r vfb") }
            let background = try prepare(kiosk, bits: bits)
            let job = try kiosk.startHUD("\(show) 2s")
            try expect(background.bytesWithHUD("Tagged"), on: kiosk)
            #expect(try job.wait(seconds: 10) == 0, "\(job.output)")
            try expect(background.bytes, on: kiosk)

            // Killed, and its place taken at once.
            let killed = try kiosk.startHUD("\(show) 30s")
            try expect(background.bytesWithHUD("Tagged"), on: kiosk)
            try kiosk.check("kill -KILL \(killed.worker(in: kiosk))")
            #expect(try killed.wait(seconds: 10) == 70)
            try expect(background.bytes, on: kiosk)
        }

        /// Each page that is looked at gets the HUD, and none keeps it; neither the mode nor the console's keyboard is set.
        @Test func followsAPan() throws {
            let kiosk = try Kiosk.shared(.vkms)
            try kiosk.check("modprobe vfb vfb_enable=1 videomemorysize=2000000")
            defer { _ = try? kiosk.run("modprobe -r vfb") }
            let first = try prepare(kiosk, bits: 16)
            let calls = try kiosk.countCalls(of: ["fb_set_var", "vt_do_kdskbmode"]) {
                let job = try kiosk.startHUD("\(show) 3s")
                try expect(first.bytesWithHUD("Tagged"), on: kiosk)
                try kiosk.check("fb-tool pan 250 \(device)")
                let second = try Kiosk.Background(
                    framebuffer: kiosk.framebuffer(device), bytes: first.bytesWithHUD("Tagged"))
                try expect(second.bytesWithHUD("Tagged"), on: kiosk)
                #expect(try job.wait(seconds: 10) == 0, "\(job.output)")
            }
            #expect(calls == ["fb_set_var": 0, "vt_do_kdskbmode": 0])
            try expect(first.bytes, on: kiosk)
        }

        private func prepare(_ kiosk: Kiosk, bits: Int) throws -> Kiosk.Background {
            try kiosk.check("fb-tool mode 320x240 336x720 \(bits) \(device)")
            let background = try kiosk.fillNoise(seed: UInt64(bits), device: device)
            let framebuffer = background.framebuffer
            #expect(framebuffer.bits == bits && framebuffer.virtualHeight == 720)
            #expect(framebuffer.stride == 336 * bits / 8)
            return background
        }

        private func expect(
            _ bytes: [UInt8], on kiosk: Kiosk, at location: SourceLocation = #_sourceLocation
        ) throws {
            var wrong = 0
            let isThere = try kiosk.poll(seconds: 8) {
                let seen = try kiosk.framebufferBytes(device).prefix(bytes.count)
                wrong = zip(seen, bytes).count { $0 != $1 }
                return wrong == 0
            }
            #expect(isThere, "\(wrong) bytes are others", sourceLocation: location)
        }
    }
}
