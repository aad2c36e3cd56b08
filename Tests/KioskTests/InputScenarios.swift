import KioskHarness
import Testing

/// What becomes of keys and touches while a HUD shows, seen by the programs that read them: `cat </dev/tty1`, and a second
/// reader of the device.
struct InputScenarios {
    let kiosk: Kiosk
    let screen: ScreenObserver

    init(_ kiosk: Kiosk) throws {
        self.kiosk = kiosk
        screen = try ScreenObserver(kiosk)
        try kiosk.startConsoleReader()
    }

    /// Shows a HUD and waits until it is at rest and the gate is closed: the one does not wait for the other.
    func show(_ options: String = "", seconds: Int = 2) throws -> Kiosk.Job {
        let job = try kiosk.startHUD("show Tagged --verbose --for \(seconds)s \(options)")
        try job.waitForOutput("input is held off")
        try screen.expectHUD()
        return job
    }

    func end(_ show: Kiosk.Job, status: Int32 = 0, at location: SourceLocation = #_sourceLocation)
        throws
    {
        #expect(try show.wait(seconds: 20) == status, "\(show.output)", sourceLocation: location)
        #expect(
            try kiosk.poll(seconds: 8) { try kiosk.run("pgrep -x hud").status == 1 }, "hud does not end",
            sourceLocation: location)
    }

    /// Types a line and expects that the console has received `wanted` in all.
    func expectConsole(
        _ wanted: String, afterTyping line: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        try kiosk.type(line)
        let received = try kiosk.consoleReceived(wanted)
        #expect(received == wanted, sourceLocation: location)
    }

    /// Leaves the machine as the next test wants it.
    func finish() throws {
        try kiosk.stopConsoleReader()
        try screen.expectAsBefore()
    }

    // MARK: - Scenarios

    func keysBeforeDuringAndAfter() throws {
        try expectConsole("before\n", afterTyping: "before\n")
        let job = try show()
        try kiosk.type("during\n")
        try end(job)
        try expectConsole("before\nafter\n", afterTyping: "after\n")
    }

    func passedInputArrives() throws {
        let job = try kiosk.startHUD("show Tagged --for 2s --input pass")
        try screen.expectHUD()
        try expectConsole("during\n", afterTyping: "during\n")
        try end(job)
    }

    func shiftDownBeforeAndLiftedDuring() throws {
        try kiosk.key("shift", down: true)
        let job = try show()
        try kiosk.key("shift", down: false)
        try end(job)
        try expectConsole("abc\n", afterTyping: "abc\n")
    }

    /// A letter goes down before the HUD and is lifted during it: the readers see one release, at the start.
    func letterHeldAcrossTheStart(keyboard: String) throws {
        let reader = try kiosk.readEvents(of: keyboard)
        try kiosk.key("a", down: true)
        #expect(kiosk.poll(seconds: 3) { reader.keys.contains([30, 1]) })
        let job = try show()
        #expect(kiosk.poll(seconds: 2) { reader.keys.filter { $0 == [30, 0] }.count == 1 }, "\(reader.keys)")
        let atRest = reader.keys.count
        try kiosk.key("a", down: false)
        try end(job)
        #expect(reader.keys.count == atRest, "events came through the gate: \(reader.keys[atRest...])")
        #expect(reader.keys.last == [30, 0])
        // Nothing repeats: what the console gets from now on is what is typed from now on. The letters before are
        // as many as the repeat made.
        try kiosk.type("\n")
        _ = kiosk.poll(seconds: 3) { kiosk.consoleReceived().hasSuffix("\n") }
        let line = kiosk.consoleReceived()
        #expect(line.dropLast().allSatisfy { $0 == "a" } && line.hasSuffix("\n"), "\(line)")
        try expectConsole(line + "x\n", afterTyping: "x\n")
        try reader.stop()
    }

    /// A letter goes down during the HUD and is lifted after it: nothing of it arrives.
    func letterHeldAcrossTheEnd(keyboard: String) throws {
        let reader = try kiosk.readEvents(of: keyboard)
        // A reader that sees nothing at all would pass the rest.
        try kiosk.tap("shift")
        #expect(kiosk.poll(seconds: 3) { reader.keys == [[42, 1], [42, 0]] }, "\(reader.keys)")
        let before = reader.keys.count
        let job = try show()
        try kiosk.key("b", down: true)
        // The front returns when the HUD has gone; the device stays held until the key is up.
        #expect(try job.wait(seconds: 20) == 0, "\(job.output)")
        #expect(!kiosk.poll(seconds: 1) { reader.keys.count > before }, "\(reader.keys)")
        try kiosk.key("b", down: false)
        try end(job)
        #expect(reader.keys.count == before, "\(reader.keys)")
        try expectConsole("c\n", afterTyping: "c\n")
        try reader.stop()
    }

    func blockedScanNeverArrives() throws {
        let scanner = try kiosk.plug(.scanner, name: "scanner")
        let reader = try kiosk.readEvents(of: scanner.node)
        let job = try show("--input block")
        try scanner.scan("4006381333931")
        try end(job)
        #expect(reader.keys.isEmpty, "\(reader.keys)")
        try scanner.scan("42")
        #expect(try kiosk.consoleReceived("42\n") == "42\n")
        try reader.stop()
        try scanner.remove()
    }

    /// A finger rests on a panel before and during, and a second one comes and goes.
    func touchHeldAcrossTheStart() throws {
        let panel = try kiosk.plug(.touch, name: "panel")
        let reader = try kiosk.readEvents(of: panel.node)
        try panel.touch(0, x: 100, y: 100)
        #expect(kiosk.poll(seconds: 3) { reader.events.contains { $0 == (3, 57, 0) || $0.code == 57 } })
        let job = try show()
        func ids() -> [Int] { reader.events.filter { $0.type == 3 && $0.code == 57 }.map(\.value) }
        #expect(
            kiosk.poll(seconds: 2) { ids().last == -1 }, "the finger was not lifted for the reader: \(ids())")
        let atRest = reader.events.count
        try panel.touch(1, x: 300, y: 300)
        try panel.lift(1)
        try panel.lift(0)
        try end(job)
        #expect(reader.events.count == atRest)
        try panel.touch(0, x: 50, y: 50)
        try panel.lift(0)
        #expect(kiosk.poll(seconds: 3) { reader.events.count > atRest })
        try reader.stop()
        try panel.remove()
    }

    /// Killed with keys down: the kernel lets go, and nothing is stuck.
    func killedWithKeysDown(_ victim: Victim) throws {
        try kiosk.key("shift", down: true)
        let job = try show(seconds: 30)
        try kiosk.key("d", down: true)
        let (front, worker) = (try job.pid, try job.worker(in: kiosk))
        try kiosk.check("kill -KILL \(victim == .front ? front : worker)")
        try kiosk.key("shift", down: false)
        try kiosk.key("d", down: false)
        try end(job, status: victim == .front ? 128 + 9 : 70)
        try kiosk.type("\n")
        _ = kiosk.poll(seconds: 3) { kiosk.consoleReceived().hasSuffix("\n") }
        let line = kiosk.consoleReceived()
        // The kernel may repeat "d" until it is lifted; no capital, and nothing after.
        #expect(line.dropLast().allSatisfy { $0 == "d" } && line.hasSuffix("\n"), "\(line)")
        try expectConsole(line + "efg\n", afterTyping: "efg\n")
    }

    enum Victim: CaseIterable {
        case front
        case worker
    }

    /// Another program holds a device: it is left alone, and the rest is held off.
    func grabbedBySomebodyElse() throws {
        let scanner = try kiosk.plug(.scanner, name: "owned scanner")
        let owner = try kiosk.readEvents(of: scanner.node, grab: true)
        let job = try show()
        try scanner.scan("7")
        #expect(kiosk.poll(seconds: 3) { owner.keys.count == 4 }, "\(owner.keys)")
        try kiosk.type("during\n")
        try end(job)
        try owner.stop()
        try scanner.remove()
        try expectConsole("after\n", afterTyping: "after\n")
    }

    /// Without the right to the devices: it shows, says which group is missing, and input arrives.
    func withoutPermission() throws {
        let job = try kiosk.startHUD("show Tagged --for 2s", as: .ordinary(groups: ["video"]))
        try screen.expectHUD()
        try expectConsole("during\n", afterTyping: "during\n")
        try end(job)
        let lines = job.output.split(separator: "\n")
        #expect(lines.count == 1 && job.output.contains("input is not held off"), "\(job.output)")
        #expect(job.output.contains("group input"), "\(job.output)")
    }
}
