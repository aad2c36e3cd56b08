import HUDScene
import KioskHarness
import Testing

extension KioskTests {
    /// HUDs that change while they are on the screen: `hud run` and `hud progress`, on copies of the picture and on a
    /// plane.
    @Suite(.serialized) struct DirectedTests {
        private static let displays: [Kiosk.Display] = Sample.of([.virtio, .vkms])

        /// Busy, then a check mark in the same box, then nothing.
        @Test(arguments: displays) func aCommandEndsWell(_ display: Kiosk.Display) throws {
            let screen = try ScreenObserver(.shared(display))
            let job = try screen.kiosk.startHUD(
                "run Working --done Done --for 2s -- sh -c 'echo said; sleep 3; exit 0'")
            try expectTurning(screen)
            try screen.expectHUD("Done")
            #expect(try job.wait(seconds: 10) == 0, "\(job.output)")
            #expect(job.output == "said\n")
            try screen.expectAsBefore()
        }

        @Test func aCommandFails() throws {
            let screen = try ScreenObserver(.shared(.virtio))
            let job = try screen.kiosk.startHUD("run Working --for 2s -- sh -c 'sleep 1; exit 4'")
            try screen.expectHUD("Working", kind: .failure)
            #expect(try job.wait(seconds: 10) == 4, "\(job.output)")
            try screen.expectAsBefore()
        }

        @Test(arguments: displays) func linesDriveAProgress(_ display: Kiosk.Display) throws {
            let screen = try ScreenObserver(.shared(display))
            let kiosk = screen.kiosk
            try kiosk.check("rm -f /tmp/feed; mkfifo /tmp/feed")
            let job = try kiosk.startHUD("progress Copying </tmp/feed")
            // Held open, so that it does not end between two words.
            let feeder = try kiosk.start(
                "exec 3>/tmp/feed; echo 25% >&3; while [ ! -e /tmp/more ]; do sleep 0.1; done; rm /tmp/more; echo 3/4 Nearly >&3; sleep 3"
            )
            try screen.expectHUD("Copying", kind: .progress(0.25))
            try kiosk.check("touch /tmp/more")
            try screen.expectHUD("Nearly", kind: .progress(0.75))
            #expect(try feeder.wait(seconds: 10) == 0)
            #expect(try job.wait(seconds: 10) == 0, "\(job.output)")
            try screen.expectAsBefore()
        }

        /// Whichever process dies, the screen is as before, and the command has its own end.
        @Test(arguments: Sample.of(["director", "front", "worker"], and: 2))
        func whoeverIsKilledLeavesNothing(_ victim: String) throws {
            for display in victim == "worker" ? [Kiosk.Display.virtio, .vkms] : [.virtio] {
                try kill(victim, on: display)
            }
        }

        private func kill(_ victim: String, on display: Kiosk.Display) throws {
            let screen = try ScreenObserver(.shared(display))
            let kiosk = screen.kiosk
            let job = try kiosk.startHUD("run Working -- sh -c 'sleep 6; exit 6'")
            try expectTurning(screen)
            let director = try job.pid
            let front = try #require(
                try children(of: director, in: kiosk).first { try name(of: $0, in: kiosk) == "hud" })
            let worker = try #require(try children(of: front, in: kiosk).first)
            let killed = victim == "director" ? director : victim == "front" ? front : worker
            try kiosk.check("kill -KILL \(killed)")
            try screen.expectAsBefore(seconds: 2)
            #expect(try job.wait(seconds: 12) == (victim == "director" ? 128 + 9 : 6), "\(job.output)")
            #expect(
                try kiosk.poll(seconds: 2) { try kiosk.run("pgrep -x hud").status == 1 }, "a process is left")
            try kiosk.check("pkill -x sleep || true")
        }

        /// A process that hangs is found though the length of the show is not known.
        @Test func whoHangsIsFoundOut() throws {
            let screen = try ScreenObserver(.shared(.virtio))
            let kiosk = screen.kiosk
            let job = try kiosk.startHUD("run Working -- sleep 9")
            try expectTurning(screen)
            let front = try #require(
                try children(of: job.pid, in: kiosk).first { try name(of: $0, in: kiosk) == "hud" })
            let worker = try #require(try children(of: front, in: kiosk).first)
            try kiosk.check("kill -STOP \(worker)")
            try screen.expectAsBefore(seconds: 6)
            #expect(try job.wait(seconds: 1) == nil, "the command was to go on")
            #expect(try job.wait(seconds: 15) == 0)
            #expect(job.output.contains("did not answer"), "\(job.output)")
        }

        /// It is asked to leave by a newer one, and the command goes on.
        @Test func aNewerHUDTakesItsPlace() throws {
            let screen = try ScreenObserver(.shared(.virtio))
            let job = try screen.kiosk.startHUD("run Working -- sleep 6")
            try expectTurning(screen)
            let next = try screen.kiosk.startHUD("show Next --for 2s")
            try screen.expectHUD("Next")
            #expect(try next.wait(seconds: 10) == 0, "\(next.output)")
            try screen.expectAsBefore()
            #expect(try job.wait(seconds: 10) == 0, "\(job.output)")
        }

        /// In place: from when it has come to rest until it leaves, the hardware is told no other place.
        @Test func aChangeIsNoSecondPop() throws {
            let kiosk = try Kiosk.shared(.vkmsAlpha)
            try kiosk.quietConsole()
            let watch = try kiosk.watchPlanes(interval: 2000)
            #expect(try kiosk.runHUD("run Working --done Done -- sleep 1").status == 0)
            let places = watch.changes.filter { $0.framebuffer != 0 }.map(\.place)
            try watch.stop()
            let widths = places.compactMap { $0.split(separator: "x").first.flatMap { Int($0) } }.filter {
                $0 < 640
            }
            #expect(widths.count >= 4)
            #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 >= $1 }, "\(widths)")
        }

        // MARK: -

        /// Something is seen in the middle of the screen, and it moves; beside it nothing does.
        private func expectTurning(_ screen: ScreenObserver) throws {
            let kiosk = screen.kiosk
            var seen: Set<[UInt8]> = []
            if kiosk.configuration.display.hasScreenshots {
                let isTurning = try kiosk.poll(seconds: 8) {
                    let picture = try kiosk.screenshot()
                    if picture.difference(from: screen.background.picture) != nil {
                        seen.insert(picture.bytes)
                    }
                    return seen.count >= 4
                }
                #expect(isTurning, "nothing turns")
            } else {
                let still = ComposedFrame(screen.background.picture).checksum
                var sums: Set<UInt32> = []
                let isTurning = kiosk.poll(seconds: 8) {
                    if let sum = try? kiosk.composedChecksums(1).first, sum != still { sums.insert(sum) }
                    return sums.count >= 4
                }
                #expect(isTurning, "nothing turns")
            }
        }

        private func children(of process: Int32, in kiosk: Kiosk) throws -> [Int32] {
            try kiosk.check("cat /proc/\(process)/task/\(process)/children")
                .split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
        }

        private func name(of process: Int32, in kiosk: Kiosk) throws -> String {
            try kiosk.check("cat /proc/\(process)/comm").split(separator: "\n").joined()
        }
    }
}
