import Foundation
import KioskHarness
import Testing

/// Policies, scans that cross the edges of a show, devices that come meanwhile, and the ways out.
struct GateScenarios {
    let input: InputScenarios

    init(_ input: InputScenarios) { self.input = input }

    var kiosk: Kiosk { input.kiosk }

    /// The text that a reader has heard, by the codes of digits and Enter: "42\n" a scan. Checks on the way that each
    /// key comes up before the next goes down.
    private func text(_ reader: Kiosk.EventReader) -> String {
        var text = ""
        var down: Int?
        for key in reader.keys {
            if key[1] == 1 {
                #expect(down == nil, "\(key[0]) while \(down ?? 0) is down: \(reader.keys)")
                down = key[0]
                text += key[0] == 28 ? "\n" : "\(key[0] == 11 ? 0 : key[0] - 1)"
            } else {
                #expect(down == key[0] && key[1] == 0, "\(key): \(reader.keys)")
                down = nil
            }
        }
        #expect(down == nil, "\(reader.keys)")
        return text
    }

    /// Three scans during a show: no reader hears them during it, each reader once and in order after it.
    func heldScans() throws {
        let scanner = try kiosk.plug(.scanner, name: "Acme Barcode Scanner")
        let reader = try kiosk.readEvents(of: scanner.node)
        let job = try input.show("--json", seconds: 4)
        let long = String(repeating: "0123456789", count: 4)
        for code in ["4006381333931", "0012345678905", long, "77"] { try scanner.scan(code, pace: 2000) }
        #expect(reader.keys.isEmpty, "\(reader.keys)")
        #expect(kiosk.consoleReceived() == "")
        try input.end(job)
        let wanted = "4006381333931\n0012345678905\n\(long)\n77\n"
        #expect(try kiosk.consoleReceived(wanted) == wanted)
        #expect(kiosk.poll(seconds: 3) { text(reader) == wanted }, "\(text(reader))")
        // 72 keys in four scans, each down and up.
        let report = try InputReportInGuest(job.output)
        #expect(
            report.input["held"] as? Int == 144 && report.input["replayed"] as? Int == 144, "\(job.output)")
        #expect(report.input["lost_scans"] as? Int == 0 && report.input["overflows"] as? Int == 0)
        try scanner.scan("5")
        #expect(try kiosk.consoleReceived(wanted + "5\n") == wanted + "5\n")
        try reader.stop()
        try scanner.remove()
    }

    /// A tap during a show is heard after it, at the place where it was.
    func heldTap() throws {
        let panel = try kiosk.plug(.touch, name: "panel")
        let reader = try kiosk.readEvents(of: panel.node)
        try panel.touch(0, x: 100, y: 100)
        try panel.lift(0)
        #expect(kiosk.poll(seconds: 3) { reader.keys.count == 2 })
        let before = reader.events.count
        let job = try input.show("--input-rule hold:kind=touch")
        try panel.touch(0, x: 3000, y: 2000)
        try panel.lift(0)
        #expect(reader.events.count == before)
        try input.end(job)
        #expect(kiosk.poll(seconds: 3) { reader.keys.count == 4 }, "\(reader.events)")
        func last(_ code: Int) -> Int? { reader.events.last { $0.type == 3 && $0.code == code }?.value }
        #expect([last(0x35), last(0x36), last(0), last(1), last(0x39)] == [3000, 2000, 3000, 2000, -1])
        try reader.stop()
        try panel.remove()
    }

    /// A scan that triggers the show: the HUD starts at its first key, and it arrives whole.
    func scanAcrossTheStart() throws {
        for (name, pace) in [("Acme Barcode Scanner", 8000), ("wedge", 4000)] {
            let scanner = try kiosk.plug(.scanner, name: name)
            let reader = try kiosk.readEvents(of: scanner.node)
            let code = String(repeating: "0123456789", count: 6)
            let scan = try kiosk.start("input-device send '\(name)' 'type \(code) \(pace)'")
            #expect(kiosk.poll(seconds: 3, every: 0.005) { !reader.keys.isEmpty })
            let job = try kiosk.startHUD("show Tagged --for 2s --input-rule block:name=wedge")
            try input.end(job)
            #expect(try scan.wait(seconds: 10) == 0)
            // It may have begun before the HUD, or in the midst of its start; it is whole on either side.
            #expect(kiosk.poll(seconds: 3) { text(reader) == code + "\n" }, "\(name): \(text(reader))")
            try reader.stop()
            try scanner.remove()
        }
        _ = kiosk.poll(seconds: 1) { false }
        try kiosk.startConsoleReader()
    }

    /// A scan that is under way when the HUD leaves: held, it arrives whole; blocked, nothing of it.
    func scanAcrossTheEnd() throws {
        for isHeld in [true, false] {
            let scanner = try kiosk.plug(.scanner, name: "wedge")
            let reader = try kiosk.readEvents(of: scanner.node)
            let code = String(repeating: "0123456789", count: 30)
            let job = try input.show(isHeld ? "--input hold" : "--input block", seconds: 2)
            // Longer than what is left of the show; 200 characters, 2 to 3 s.
            let scan = try kiosk.start("input-device send wedge 'type \(code.prefix(200)) 12000'")
            #expect(try scan.wait(seconds: 20) == 0)
            try input.end(job)
            let wanted = isHeld ? "\(code.prefix(200))\n" : ""
            _ = kiosk.poll(seconds: 4) { reader.keys.count >= 402 }
            #expect(text(reader) == wanted)
            try reader.stop()
            try scanner.remove()
        }
        try kiosk.startConsoleReader()
    }

    /// A keyboard that is plugged in during the show is gated before a person could type; one that is unplugged and
    /// plugged in again, too; nothing spins. An ordinary user may open a device only a moment after it has appeared.
    func pluggedInDuring(as user: Kiosk.User) throws {
        // Without a HUD, which draws: the time that is used is the gate's.
        let job = try kiosk.startHUD("gate -- sh -c 'echo started; exec sleep 6'", as: user)
        try job.waitForOutput("started")
        for round in 1...2 {
            let keyboard = try kiosk.plug(.keyboard, name: "late")
            // From the node's being there: 100 ms.
            try kiosk.check("sleep 0.1")
            let reader = try kiosk.readEvents(of: keyboard.node)
            try keyboard.scan("123")
            try keyboard.key(30, down: true)
            #expect(reader.keys.isEmpty, "round \(round): \(reader.keys)")
            try keyboard.remove()
            try reader.stop()
        }
        let process = try job.pid
        let before = try time(of: process)
        try kiosk.check("sleep 0.5")
        #expect(try time(of: process) - before <= 10, "the gate spins")
        try input.end(job)
        #expect(kiosk.consoleReceived() == "")
    }

    /// The time that a process has used, in ticks.
    private func time(of process: Int32) throws -> Int {
        let words = try kiosk.check("cat /proc/\(process)/stat").split(separator: " ")
        return try #require(Int(words[13])) + #require(Int(words[14]))
    }

    /// Ctrl+Alt+F2 during a show: the console changes, the show ends, and no modifier stays down.
    func chord() throws {
        let job = try input.show(seconds: 30)
        try kiosk.tap("ctrl", "alt", "f2")
        #expect(
            try kiosk.poll(seconds: 5) { try kiosk.check("cat /sys/class/tty/tty0/active").hasPrefix("tty2") }
        )
        #expect(try job.wait(seconds: 5) == 0, "\(job.output)")
        #expect(job.output.hasSuffix("hud: Ctrl+Alt+F2 was pressed, so the HUD left\n"), "\(job.output)")
        try input.end(job)
        try kiosk.check("chvt 1")
        try input.expectConsole("abc\n", afterTyping: "abc\n")
    }

    /// Input flows again after `--max-block`, though the HUD still shows.
    func maxBlock() throws {
        let job = try input.show("--max-block 5s", seconds: 10)
        try kiosk.type("during\n")
        try job.waitForOutput("input flows again", seconds: 10)
        try kiosk.check("sleep 0.6")
        try input.expectConsole("later\n", afterTyping: "later\n")
        try input.screen.expectHUD()
        try input.end(job)
    }

    /// A worker that hangs does not hold input longer than it may.
    func hangingWorker() throws {
        let job = try kiosk.startHUD("show Tagged --for 60s --max-block 2s")
        try input.screen.expectHUD()
        try kiosk.check("kill -STOP \(try job.worker(in: kiosk))")
        #expect(try job.wait(seconds: 10) == 70, "\(job.output)")
        try input.end(job, status: 70)
        try input.expectConsole("after\n", afterTyping: "after\n")
    }

    /// A key is held across the end of a show, and the next show begins: the keyboard stays held off.
    func lingering() throws {
        let first = try input.show(seconds: 2)
        try kiosk.key("b", down: true)
        #expect(try first.wait(seconds: 20) == 0, "\(first.output)")
        let second = try kiosk.startHUD("show Tagged --for 3s")
        try input.screen.expectHUD()
        try kiosk.key("b", down: false)
        try kiosk.type("during\n")
        #expect(kiosk.consoleReceived() == "")
        #expect(try second.wait(seconds: 20) == 0)
        #expect(second.output == "", "\(second.output)")
        try input.end(second)
        try input.expectConsole("after\n", afterTyping: "after\n")
    }

    /// Stopped while it takes the keyboard, then Shift comes up, then killed: no capitals for ever.
    func killedWhileClosing() throws {
        for delay in stride(from: 0, to: 180, by: 30) {
            try kiosk.key("shift", down: true)
            let job = try kiosk.startHUD("show Tagged --for 5s")
            let worker = try job.worker(in: kiosk)
            try kiosk.check(
                """
                tries=300
                until ls -l /proc/\(worker)/fd | grep -q input/event; do
                    tries=$((tries - 1)); [ $tries -gt 0 ]; sleep 0.01
                done
                sleep \(Double(delay) / 1000)
                kill -STOP \(worker)
                """)
            try kiosk.key("shift", down: false)
            try kiosk.check("kill -KILL \(worker)")
            try input.end(job, status: 70)
            try kiosk.startConsoleReader()
            try input.expectConsole("abc\n", afterTyping: "abc\n")
        }
    }
}
