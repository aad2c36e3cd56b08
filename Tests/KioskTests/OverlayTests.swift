import KioskHarness
import Testing

extension KioskTests.VkmsTests {
    /// The HUD is on a plane of its own; the console's framebuffer stays on the primary one, and goes on below.
    @Test func consoleGoesOnBelowThePlane() throws {
        let kiosk = try Kiosk.shared(.vkms)
        let without = try consoleWaits(kiosk)
        let screen = try ScreenObserver(kiosk)
        let show = try kiosk.startHUD("show Tagged --for 5s")
        try screen.expectHUD()
        let state = try kiosk.displayState()
        #expect(state.contains("allocated by = hud"))
        #expect(state.contains("allocated by = [fbcon]"))

        // The best of three, because times on an emulated machine are no figures.
        let waits = try consoleWaits(kiosk)
        print(
            "the console's text was in the framebuffer after \(waits) ms, and without a HUD after \(without) ms"
        )
        #expect(try #require(waits.min()) < 2 * (try #require(without.min())) + 100)
        #expect(try kiosk.displayState().contains("allocated by = hud"))

        #expect(try show.wait(seconds: 10) == 0, "\(show.output)")
        let after = try kiosk.displayState()
        #expect(!after.contains("allocated by = hud"))
        #expect(after.contains("allocated by = [fbcon]"))
    }

    /// How long it takes to write to the console, in milliseconds; what is written is in its framebuffer then, in the
    /// first look.
    private func consoleWaits(_ kiosk: Kiosk) throws -> [Int] {
        try (1...3).map { number in
            let wait = try kiosk.check(
                """
                cat /dev/fb0 >/dev/shm/before; start=$(date +%s%N)
                echo while it shows \(number) >/dev/tty1; end=$(date +%s%N); cat /dev/fb0 >/dev/shm/after
                echo $(((end - start) / 1000000)); ! cmp -s /dev/shm/before /dev/shm/after
                """)
            return try #require(Int(wait.dropLast()))
        }
    }

    /// One commit a vblank while it moves, none while it stands still.
    @Test func commitsOnceAVblank() throws {
        let kiosk = try Kiosk.shared(.vkms)
        try kiosk.quietConsole()
        let watch = try kiosk.watchPlanes(interval: 2000)
        let calls = try kiosk.countCalls(of: ["drm_atomic_nonblocking_commit"]) {
            let result = try kiosk.runHUD("show Tagged --for 1500ms")
            #expect(result.status == 0)
        }
        let overlay = watch.changes.filter { change in
            watch.changes.contains { $0.plane == change.plane && $0.framebuffer == 0 }
        }.filter { $0.framebuffer != 0 }
        try watch.stop()
        let commits = try #require(calls["drm_atomic_nonblocking_commit"])
        // 0.3 s of appearing and 0.15 s of leaving are 27 frames of 60 Hz; a slow machine skips some.
        print("commits: \(commits), frames seen on the plane: \(overlay.count)")
        #expect((14...29).contains(commits))
        let times = overlay.map(\.time)
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        // Five frames take three vblanks at least. One gap says nothing: it is the commits that are seen, and one after
        // a rest may come right before its vblank.
        let runs = gaps.indices.dropFirst(3).map { gaps[$0 - 3...$0].reduce(0, +) }
        #expect(runs.allSatisfy { $0 > 40_000 }, "more than one frame within a vblank: \(gaps)")
        // The hold: from the last frame of the appearing to the first of the leaving nothing is committed.
        #expect((gaps.max() ?? 0) > 1_000_000, "\(gaps)")
    }

    /// Neither the framebuffer nor the mode, the gamma table, the console's keyboard.
    @Test func theRestOfTheScreenIsNeverTouched() throws {
        let kiosk = try Kiosk.shared(.vkms)
        let screen = try ScreenObserver(kiosk)
        let functions = [
            "fb_write", "fb_mmap", "fb_set_var", "drm_mode_setcrtc", "drm_mode_gamma_set_ioctl",
            "vt_do_kdskbmode",
        ]
        let calls = try kiosk.countCalls(of: functions) {
            let result = try kiosk.runHUD("show Tagged")
            #expect(result.status == 0)
        }
        #expect(functions.allSatisfy { calls[$0] == 0 }, "\(calls)")
        try screen.expectAsBefore()
    }
}

extension KioskTests.VirtioTests {
    /// A program draws under the box during the show: it is there afterwards.
    @Test func whatIsDrawnBelowStays() throws {
        let kiosk = try Kiosk.shared(.virtio)
        let screen = try ScreenObserver(kiosk)
        let show = try kiosk.startHUD("show Tagged --for 30s")
        try screen.expectHUD()
        // A square of 16 pixels in the box's upper left part, where no ink is.
        let framebuffer = screen.background.framebuffer
        let left = framebuffer.width / 2 - 40
        let top = framebuffer.height / 2 - 40
        try kiosk.check("head -c 64 /dev/zero | tr '\\0' '\\300' >/share/square")
        try kiosk.check(
            (top..<top + 16).map { "fb-tool poke \($0 * framebuffer.stride + left * 4) /share/square" }
                .joined(separator: "\n"))
        // It is darkened by the box within a few frames: 192 at 1 - 191/255.
        let dark = kiosk.poll(seconds: 2) {
            (try? kiosk.screenshot()).map { abs(Int($0[left + 8, top + 8].red) - 48) <= 1 } ?? false
        }
        #expect(dark, "what was drawn is not below the box")
        try kiosk.check("kill -TERM \(show.pid)")
        #expect(try show.wait(seconds: 10) == 128 + 15, "\(show.output)")
        var wanted = screen.background.picture
        for y in top..<top + 16 {
            for x in left..<left + 16 {
                for channel in 0..<3 { wanted.bytes[(y * wanted.width + x) * 3 + channel] = 0xC0 }
            }
        }
        var last: Picture.Difference?
        #expect(
            try kiosk.poll(seconds: 3) {
                last = try kiosk.screenshot().difference(from: wanted)
                return last == nil
            }, "\(last.map(String.init(describing:)) ?? "")")
    }
}
