import Foundation
import HUDPixels
import KioskHarness
import ProbeShow
import Testing

private let probe = HUDProgram.path.replacingOccurrences(of: "/hud", with: "/show-probe")

extension KioskTests.VkmsTests {
    /// By the checksum of each composed frame: none shows a part of a frame, the first one included. Slowly: vkms
    /// composes when it comes to it, at times after the event that says the frame is no longer needed.
    @Test func noComposedFrameIsHalfAFrame() throws {
        let kiosk = try Kiosk.shared(.vkms)
        let screen = try ScreenObserver(kiosk)
        let size = Size(width: screen.background.picture.width, height: screen.background.picture.height)
        let rect = ProbeShow.region(on: size)
        let part = Layer(size: rect.size)
        let layer = ProbeShow.layer()
        let frames = (0..<12).map { index in
            part.withSurface { surface in
                draw(
                    layer, ProbeShow.pose(index, of: 12, on: size), into: surface, x: rect.x, y: rect.y)
                var frame = ComposedFrame(screen.background.picture)
                let pixels = (0..<rect.width * rect.height).map {
                    surface.pixel(x: $0 % rect.width, y: $0 / rect.width)
                }
                frame.blend(pixels, width: rect.width, x: rect.x, y: rect.y)
                return frame.checksum
            }
        }
        let nothing = ComposedFrame(screen.background.picture).checksum
        #expect(Set(frames + [nothing]).count == 13)
        let collector = try kiosk.collectChecksums()
        try kiosk.check("\(probe) plane steps 12")
        let seen = try collector.stop()
        let known = seen.map { checksum in checksum == nothing ? -1 : frames.firstIndex(of: checksum) ?? 99 }
        print("composed frames: \(known)")
        #expect(!known.contains(99), "\(known)")
        // Each in its turn; a slow machine may skip some.
        let shown = known.filter { $0 >= 0 }
        #expect(shown == shown.sorted())
        #expect(Set(shown).count >= 6, "\(known)")
    }

    /// Of 300 frames hardly any misses its vblank. The best of three: others use this machine too.
    @Test func hardlyAVblankIsSkipped() throws {
        let kiosk = try Kiosk.shared(.vkms)
        try kiosk.quietConsole()
        let doctor = try kiosk.runHUD("doctor").output
        let hertz = try #require(doctor.firstMatch(of: /at ([0-9.]+) Hz, lit/).flatMap { Double($0.1) })
        var vblanks: [Double] = []
        for _ in 0..<3 {
            let text = try kiosk.check("\(probe) plane frames 300")
            let time = try #require(text.firstMatch(of: /nanoseconds ([0-9]+)/).flatMap { Double($0.1) })
            vblanks.append(time * hertz / 1e9)
            if vblanks.last! <= 299 * 1.05 { break }
        }
        print("300 frames in \(vblanks) vblanks")
        #expect(vblanks.min()! <= 299 * 1.05)
        // Nor does any come before its time.
        #expect(vblanks.min()! >= 299 * 0.98)
    }

    @Test func manyShowsInOneProcessLeaveNothingBehind() throws {
        try expectNothingLeftBehind(.shared(.vkms), ["plane", "fb"])
    }
}

extension KioskTests.VirtioTests {
    @Test func manyShowsInOneProcessLeaveNothingBehind() throws {
        try expectNothingLeftBehind(.shared(.virtio), ["kms", "fb"])
    }

    /// The process that waits and puts back costs next to nothing.
    @Test func theFrontHasHardlyAnyMemoryOfItsOwn() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let screen = try ScreenObserver(kiosk)
        let show = try kiosk.startHUD("show Tagged --for 3s")
        try screen.expectHUD()
        let text = try kiosk.check("cat /proc/\(show.pid)/smaps_rollup")
        let kilobytes = text.matches(of: /Private_(Clean|Dirty): +([0-9]+) kB/).compactMap { Int($0.2) }
        print("the front has \(kilobytes) kB of its own")
        #expect(kilobytes.count == 2 && kilobytes.reduce(0, +) < 500, "\(text)")
        #expect(try show.wait(seconds: 10) == 0)
        try screen.expectAsBefore()
    }
}

/// Descriptors, memory, and the framebuffers that the kernel knows are the same after many shows as after a few.
private func expectNothingLeftBehind(_ kiosk: Kiosk, _ displays: [String]) throws {
    let count = Sample.isSoak ? 1000 : 60
    for display in displays {
        func framebuffers() throws -> [String] {
            let text = try kiosk.check(
                "cd /sys/kernel/debug/dri/0; cat framebuffer gem_names; cat /proc/meminfo | grep Shmem:")
            return text.split(separator: "\n").filter { $0.hasPrefix("framebuffer") || !$0.contains(" kB") }
                .map(String.init)
        }
        let screen = try ScreenObserver(kiosk)
        let before = try framebuffers()
        let text = try kiosk.check("\(probe) \(display) shows \(count)", timeout: 600)
        print("\(display): \(text)")
        let reports = text.matches(of: /descriptors ([0-9]+) memory ([0-9]+) maps ([0-9]+)/)
        #expect(reports.count == 2, "\(text)")
        guard let first = reports.first, let last = reports.last else { continue }
        #expect(first.1 == last.1 && first.3 == last.3, "\(display): \(text)")
        let growth = (Int(last.2) ?? .max) - (Int(first.2) ?? 0)
        #expect(growth < 512, "\(display): \(growth) kB more: \(text)")
        #expect(try framebuffers() == before)
        try screen.expectAsBefore()
    }
}
