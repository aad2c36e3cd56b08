import Foundation
import KioskHarness
import Testing

/// Ways in which programs that do this job have left people with stuck keys.
extension GateScenarios {
    /// A key that never comes up: the HUD is no later for it, the rest of the keyboard is held off, and the device is let go
    /// when the time to settle is over.
    func keyDownForGood() throws {
        try kiosk.key("shift", down: true)
        let job = try input.show("--settle 500ms")
        try kiosk.type("during\n", pause: 0.04)
        try input.end(job)
        #expect(kiosk.consoleReceived() == "")
        // The keyboard's time to settle may outlast the show.
        #expect(
            try kiosk.poll(seconds: 3) { try kiosk.run("pgrep -x hud").status == 1 }, "it is still held off")
        try kiosk.key("shift", down: false)
        try input.expectConsole("after\n", afterTyping: "after\n")
    }

    /// A device that goes with a key down, and one with a finger on it: the end is not delayed, and nothing repeats.
    func unpluggedUnderHeldKey() throws {
        let keyboard = try kiosk.plug(.keyboard, name: "typist")
        let panel = try kiosk.plug(.panel, name: "glass")
        let job = try input.show("--settle 20s --json")
        try keyboard.key(30, down: true)
        try panel.touch(0, x: 100, y: 100)
        try keyboard.remove()
        try panel.remove()
        let begin = Date()
        try input.end(job)
        #expect(Date().timeIntervalSince(begin) < 6)
        let devices = try #require(InputReportInGuest(job.output).input["devices"] as? [[String: Any]])
        #expect(!devices.contains { $0["state"] as? String == "failed" }, "\(job.output)")
        #expect(devices.filter { $0["state"] as? String == "gone" }.count == 2, "\(job.output)")
        try input.expectConsole("b\n", afterTyping: "b\n")
    }

    /// A finger on a panel without slots, across the start and the end: no reader is left with it.
    func protocolAHeldAcross() throws {
        let panel = try kiosk.plug(.touchA, name: "panel A")
        let reader = try kiosk.readEvents(of: panel.node)
        try panel.touch(0, x: 100, y: 100)
        #expect(kiosk.poll(seconds: 3) { reader.keys == [[330, 1]] }, "\(reader.keys)")
        let job = try input.show()
        #expect(kiosk.poll(seconds: 3) { reader.keys == [[330, 1], [330, 0]] }, "\(reader.keys)")
        try panel.touch(0, x: 200, y: 200)
        try panel.lift(0)
        try panel.touch(1, x: 300, y: 300)
        #expect(try job.wait(seconds: 20) == 0)
        let before = reader.events.count
        try panel.lift(1)
        try input.end(job)
        #expect(reader.events.count == before, "\(reader.events)")
        try panel.touch(0, x: 50, y: 50)
        try panel.lift(0)
        #expect(
            kiosk.poll(seconds: 3) { reader.keys == [[330, 1], [330, 0], [330, 1], [330, 0]] },
            "\(reader.keys)")
        try reader.stop()
        try panel.remove()
    }

    /// The kernel itself lifts what is down during a show, as when a machine is suspended.
    func inhibitedDuring() throws {
        let panel = try kiosk.plug(.touch, name: "panel")
        let reader = try kiosk.readEvents(of: panel.node)
        try panel.touch(0, x: 100, y: 100)
        try panel.touch(1, x: 300, y: 300)
        let job = try input.show()
        let node = panel.node.split(separator: "/").last!
        try panel.touch(2, x: 200, y: 200)
        try kiosk.check("cd /sys/class/input/\(node)/device; echo 1 >inhibited; echo 0 >inhibited")
        try input.end(job)
        for slot in 0...2 { try panel.lift(slot) }
        try panel.touch(1, x: 50, y: 50)
        try panel.lift(1)
        var slot = 0
        var fingers: [Int: Int] = [:]
        func isUp() -> Bool {
            (slot, fingers) = (0, [:])
            for event in reader.events where event.type == 3 {
                if event.code == 47 { slot = event.value }
                if event.code == 57 { fingers[slot] = event.value < 0 ? nil : event.value }
            }
            return fingers.isEmpty && reader.keys.last == [330, 0]
        }
        #expect(kiosk.poll(seconds: 3) { isUp() }, "\(fingers), \(reader.keys)")
        try reader.stop()
        try panel.remove()
    }

    /// A keyboard that a rule passes works, and the others do not; also where it gets the name that the rule goes by when it
    /// is held off already.
    func passedByRule() throws {
        let keyboard = try kiosk.plug(.keyboard, name: "counter keys")
        let late = try kiosk.plug(.keyboard, name: "late")
        let job = try input.show(
            "--input-rule pass:vendor=1209,name=counter* --input-rule 'pass:path=*/by-id/late'", seconds: 4)
        try keyboard.scan("42", pace: 80_000)
        try kiosk.type("during\n")
        #expect(try kiosk.consoleReceived("42\n") == "42\n")
        let link = "/dev/input/by-id/late"
        try kiosk.check("mkdir -p /dev/input/by-id; ln -s \(late.node) \(link); sleep 0.3")
        try late.scan("7", pace: 80_000)
        #expect(try kiosk.consoleReceived("42\n7\n") == "42\n7\n")
        try input.end(job)
        #expect(kiosk.consoleReceived() == "42\n7\n")
        try kiosk.check("rm \(link)")
        try late.remove()
        try keyboard.remove()
    }

    /// A keyboard that types as scanners do is one: its scans arrive, of several lines too, what a person types does not.
    func learntScanner() throws {
        let wedge = try kiosk.plug(.keyboard, name: "wedge")
        let job = try input.show("--json", seconds: 3)
        try wedge.send("type 1 4000", "type 2 4000", "type 123456 4000", "tap 15", "tap 28")
        try wedge.scan("78", pace: 90_000)
        try kiosk.type("during\n")
        try input.end(job)
        #expect(try kiosk.consoleReceived("1\n2\n123456\n\t\n") == "1\n2\n123456\n\t\n")
        let record = try #require(try InputReportInGuest(job.output).device("wedge"))
        #expect(record["kind"] as? String == "scanner" && record["replayed"] as? Int == 26, "\(job.output)")
        try wedge.remove()
    }

    /// 5,000 events in a burst while the box moves: every one is counted.
    func burst() throws {
        let keyboard = try kiosk.plug(.keyboard, name: "burst")
        let job = try kiosk.startHUD("show Tagged --for 4s --json")
        let worker = try job.worker(in: kiosk)
        try kiosk.check(
            """
            tries=300
            until [ "$(ls -l /proc/\(worker)/fd | grep -c input/event)" -ge 5 ]; do
                tries=$((tries - 1)); [ $tries -gt 0 ]; sleep 0.01
            done
            sleep 0.1
            """)
        let code = String(repeating: "0123456789", count: 24)
        try kiosk.check(
            "input-device send burst " + (0..<11).map { _ in "'type \(code) 300'" }.joined(separator: " "))
        try input.end(job)
        let record = try #require(try InputReportInGuest(job.output).device("burst"))
        let count = try #require(record["discarded"] as? Int) + #require(record["held"] as? Int)
        #expect(count == 11 * 241 * 2 && record["overflows"] as? Int == 0, "\(job.output)")
        try keyboard.remove()
        // What is typed as fast as that is delivered.
        try kiosk.startConsoleReader()
    }

    /// `hud gate`: nothing arrives while the command runs, everything after it; the panic chord opens it.
    func gatedCommand() throws {
        let gate = try kiosk.startHUD("gate -- sh -c 'echo started; sleep 2; exit 7'")
        try gate.waitForOutput("started")
        try kiosk.type("during\n")
        #expect(try gate.wait(seconds: 10) == 7, "\(gate.output)")
        #expect(gate.output == "started\n")
        try input.expectConsole("after\n", afterTyping: "after\n")
        let panic = try kiosk.startHUD("gate -- sh -c 'echo started; exec sleep 60'")
        try panic.waitForOutput("started")
        try kiosk.tap("backspace", "esc", "ret")
        try panic.waitForOutput("Backspace+Escape+Enter was pressed, so input flows again")
        try kiosk.check("sleep 0.3")
        try input.expectConsole("after\nthen\n", afterTyping: "then\n")
        try kiosk.check("kill -TERM \(panic.pid)")
        #expect(try panic.wait(seconds: 10) == 128 + 15)
    }

    /// `hud gate` when the process that holds input off is stopped, and when the other one is: input flows again.
    func gatedCommandIsStopped() throws {
        func start() throws -> Kiosk.Job {
            let job = try kiosk.startHUD("gate -- sh -c 'echo started; exec sleep 60'")
            try job.waitForOutput("started")
            return job
        }
        let first = try start()
        try kiosk.check("kill -STOP \(first.worker(in: kiosk))")
        try kiosk.type("during\n")
        try first.waitForOutput("did not answer and was stopped")
        try kiosk.check("sleep 0.3")
        try input.expectConsole("one\n", afterTyping: "one\n")
        try kiosk.check("kill -TERM \(first.pid)")
        #expect(try first.wait(seconds: 10) == 128 + 15)

        let second = try start()
        try kiosk.check("kill -STOP \(second.pid)")
        try kiosk.type("during\n")
        try kiosk.check("sleep 6")
        try input.expectConsole("one\ntwo\n", afterTyping: "two\n")
        try kiosk.check("kill -CONT \(second.pid); kill -TERM \(second.pid)")
        #expect(try second.wait(seconds: 10) == 128 + 15)
    }

    /// Ctrl+Z on the terminal that a HUD was started from stops what waits, and no more: the HUD goes, on time where it
    /// has one, and input flows.
    func stoppedByItsTerminal(_ command: String) throws {
        // In a group of its own, as a shell with job control has it: else no process could make it go on, and the kernel
        // does not stop it.
        let job = try kiosk.start(
            """
            exec bash -c 'set -m; \(HUDProgram.path) \(command) & echo front $!.; sleep 60'
            """)
        try job.waitForOutput("input is held off")
        #expect(try kiosk.poll(seconds: 8) { try kiosk.screenshot() != input.screen.background.picture })
        let front = try #require(job.output.firstMatch(of: /front ([0-9]+)\./)).1
        try kiosk.check("kill -TSTP -\(front)")
        #expect(try kiosk.check("cat /proc/\(front)/stat").contains(") T "))
        try input.screen.expectAsBefore(seconds: 10)
        try input.expectConsole("after\n", afterTyping: "after\n")
        #expect(try kiosk.check("cat /proc/\(front)/stat").contains(") T "))
        try kiosk.check("kill -CONT -\(front)")
        // The shell looks after its children when its own command has ended.
        let hasEnded = try kiosk.poll(seconds: 15) {
            try kiosk.check("cat /proc/\(front)/stat").contains(") Z ")
        }
        #expect(hasEnded)
        try job.stop()
    }

    /// The front has gone, and the process hangs that waits for a key to come up: the kernel ends it, and input flows.
    func lingeringAndStopped() throws {
        let job = try input.show("--settle 60s")
        let worker = try job.worker(in: kiosk)
        try kiosk.key("b", down: true)
        #expect(try job.wait(seconds: 20) == 0, "\(job.output)")
        try kiosk.check("kill -STOP \(worker)")
        #expect(try kiosk.poll(seconds: 9) { try kiosk.run("pgrep -x hud").status == 1 }, "it is there yet")
        try kiosk.key("b", down: false)
        try kiosk.type("\n")
        _ = kiosk.poll(seconds: 3) { kiosk.consoleReceived().hasSuffix("\n") }
        let line = kiosk.consoleReceived()
        // The kernel may repeat "b" until it is lifted.
        #expect(line.dropLast().allSatisfy { $0 == "b" } && line.hasSuffix("\n"), "\(line)")
        try input.expectConsole(line + "efg\n", afterTyping: "efg\n")
    }
}

/// What `hud show --json` has printed in the guest.
struct InputReportInGuest {
    let input: [String: Any]

    init(_ output: String) throws {
        let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("{") }, "\(output)")
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        input = try #require(object?["input"] as? [String: Any])
    }

    func device(_ name: String) -> [String: Any]? {
        (input["devices"] as? [[String: Any]])?.first { $0["name"] as? String == name }
    }
}
