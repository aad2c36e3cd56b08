import Foundation
import Testing

/// `hud gate` where there is no input to hold off: the command's own ending is what counts.
struct GateTests {
    @Test(arguments: [("true", 0), ("exit 7", 7), ("kill -TERM $$", 128 + 15)] as [(String, Int32)])
    func passesTheStatusOn(_ script: String, _ status: Int32) throws {
        #expect(try Program.run(["gate", "--input", "pass", "--", "sh", "-c", script]).status == status)
    }

    @Test func saysWhyNothingWasStarted() throws {
        let missing = try Program.run(["gate", "--input", "pass", "--", "no-such-program"])
        #expect(missing.status == 127)
        #expect(missing.complaints == ["hud: cannot run no-such-program: No such file or directory"])
        #expect(try Program.run(["gate", "--input", "pass", "--", "/etc/passwd"]).status == 126)
    }

    @Test func passesOutputAndSignalsOn() throws {
        let script = "trap 'echo heard; exit 3' USR1; kill -USR1 $PPID; sleep 5 & wait"
        let result = try Program.run(["gate", "--input", "pass", "--", "sh", "-c", script])
        #expect(result.status == 3)
        #expect(result.output == "heard\n")
    }

    /// The command must not inherit what `hud` does with signals.
    @Test func leavesSignalsAsTheyWere() throws {
        let blocked = ["sh", "-c", "grep SigBlk /proc/self/status"]
        let outside = try Program.run(blocked.dropFirst().map { $0 }, executable: "/bin/sh")
        let inside = try Program.run(["gate", "--input", "pass", "--"] + blocked)
        #expect(inside.output == outside.output && !inside.output.isEmpty)
    }

    /// Two processes look after each other; whatever becomes of one, the command is run to its end.
    @Test(
        arguments: [
            (
                "kill -STOP $holder; sleep 6",
                "the process that holds input off did not answer and was stopped"
            ),
            (
                "kill -KILL $holder; sleep 1",
                "input flows again: the process that held it off was killed (signal 9)"
            ),
            (
                "kill -STOP $PPID; sleep 6; kill -CONT $PPID; sleep 1",
                "input flows again, before the command ends: this program was stopped meanwhile"
            ),
        ])
    func surviveWhatBecomesOfEither(_ script: String, _ complaint: String) throws {
        let script = "read holder rest </proc/$PPID/task/$PPID/children; \(script); exit 3"
        let result = try Program.run(["gate", "--input", "pass", "--", "sh", "-c", script])
        #expect(result.status == 3)
        #expect(result.complaints.first == "hud: " + complaint, "\(result.errors)")
    }
}
