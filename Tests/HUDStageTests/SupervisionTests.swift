import Glibc
import HUDScene
import HUDStage
import HUDSystem
import Testing

/// A process that is supervised, with a body of the test's own in it.
@Suite(.serialized) struct SupervisionTests {
    private static let second: Int64 = 1_000_000_000

    /// Tells each step as a notice, until it is to leave now.
    private static func echo(_ supervisor: Supervisor) -> Int32 {
        while let steps = supervisor.steps() {
            for step in steps {
                switch step {
                case .show(let hud, _): supervisor.send(.notice("show \(hud.label)"))
                case .update(let hud): supervisor.send(.notice("update \(hud.label)"))
                case .leave: supervisor.send(.notice("leave"))
                case .leaveNow:
                    supervisor.send(.ended(.gone))
                    supervisor.flush(until: Clock.now() + 10 * second)
                    return 0
                }
            }
        }
        return 1
    }

    private func notices(_ process: SupervisedProcess) -> [String] {
        var lines: [String] = []
        while let message = process.next() {
            if case .notice(let line) = message.report { lines.append(line) }
            if case .ended = message.report { return lines + ["ended"] }
        }
        return lines + ["gone"]
    }

    @Test func ordersAndReportsArrive() throws {
        let process = try SupervisedProcess(keeping: [], Self.echo)
        process.show(HUD(label: "a"), for: .max)
        guard case .notice("show a") = process.next()?.report else {
            Issue.record("no answer")
            return
        }
        process.leaveNow()
        #expect(notices(process) == ["ended"])
        #expect(process.bury() == .exited(0))
    }

    /// It stands still while it is told much: afterwards it does what was said last, and that it is to leave is not lost.
    @Test func aLastWordArrivesWhereItStandsStill() throws {
        let process = try SupervisedProcess(keeping: [], Self.echo)
        kill(process.processID, SIGSTOP)
        process.show(HUD(label: "first"), for: .max)
        for number in 0..<20_000 { process.update(HUD(label: "\(number)")) }
        process.leave()
        kill(process.processID, SIGCONT)
        guard case .notice("show 19999") = process.next()?.report,
            case .notice("leave") = process.next()?.report
        else {
            Issue.record("not the last word")
            return
        }
        process.leaveNow()
        #expect(notices(process).last == "ended")
        process.bury()
    }

    /// The other way round: the one that supervises stands still, and the last word waits for it.
    @Test func itsLastWordWaits() throws {
        let process = try SupervisedProcess(keeping: []) { supervisor in
            for number in 0..<5000 { supervisor.send(.notice("\(number)")) }
            supervisor.send(.ended(.crashed("last")))
            return supervisor.flush(until: Clock.now() + 20 * Self.second) ? 0 : 1
        }
        Clock.sleep(until: Clock.now() + Self.second / 2)
        var last: Report?
        while let message = process.next() { last = message.report }
        #expect(last == .ended(.crashed("last")))
        #expect(process.bury() == .exited(0))
    }

    /// It is late, and works: so it is slow, and is waited for.
    @Test func aSlowProcessDoesNotHang() throws {
        let process = try SupervisedProcess(keeping: []) { supervisor in
            let end = Clock.now() + 3 * Self.second
            while Clock.now() < end {}
            supervisor.send(.ended(.gone))
            return 0
        }
        process.expect(by: Clock.now() + Self.second / 10)
        #expect(!isFoundHanging(process, within: 2 * Self.second))
        #expect(notices(process) == ["ended"])
        process.bury()
    }

    @Test(arguments: [true, false]) func oneThatHangsIsFound(isStopped: Bool) throws {
        let process = try SupervisedProcess(keeping: []) { _ in
            Clock.sleep(until: Clock.now() + 60 * Self.second)
            return 0
        }
        if isStopped { kill(process.processID, SIGSTOP) }
        process.expect(by: Clock.now() + Self.second / 10)
        #expect(isFoundHanging(process, within: 5 * Self.second))
        #expect(process.kill() == .killed(signal: SIGKILL))
    }

    @Test func oneThatIsAskedAndAnswersIsThere() throws {
        let process = try SupervisedProcess(keeping: [], Self.echo)
        process.question()
        let end = Clock.now() + 5 * Self.second / 2
        while Clock.now() < end {
            #expect(!process.isHanging(at: Clock.now()))
            if process.hasNext { #expect(process.next() != nil) }
            Clock.sleep(until: Clock.now() + 10_000_000)
        }
        kill(process.processID, SIGSTOP)
        #expect(isFoundHanging(process, within: 20 * Self.second))
        _ = process.kill()
    }

    private func isFoundHanging(_ process: SupervisedProcess, within time: Int64) -> Bool {
        let end = Clock.now() + time
        while Clock.now() < end {
            if process.isHanging(at: Clock.now()) { return true }
            Clock.sleep(until: min(end, max(process.deadline, Clock.now() + 1_000_000)))
        }
        return false
    }
}
