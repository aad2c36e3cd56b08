import Foundation
import TestSupport
import Testing

/// However the program is started: with signals ignored, streams closed or broken, limits low. It does its work, or says in
/// one line why not.
struct StartedOddlyTests {
    private func shell(_ script: String, _ folder: TemporaryDirectory) throws -> Program.Result {
        try Program.run(
            ["-c", script], executable: "/bin/bash",
            environment: ["hud": Program.path, "dir": folder.path, "XDG_RUNTIME_DIR": folder.path])
    }

    private func isThere(_ name: String, in folder: TemporaryDirectory) -> Bool {
        FileManager.default.fileExists(atPath: folder.path + "/" + name)
    }

    @Test(arguments: [
        "run L --display png:$dir/x.png --for 50ms -- sh -c 'exit 3'", "gate -- sh -c 'exit 3'",
        "run L --progress --display png:$dir/x.png --for 50ms -- sh -c 'exit 3'",
    ])
    func aStarterThatIgnoresItsChildrensEnds(_ words: String) throws {
        let folder = try TemporaryDirectory()
        let ignoring = "perl -e '$SIG{CHLD} = \"IGNORE\"; exec @ARGV' "
        let result = try shell("\(ignoring) timeout -s KILL 20 $hud \(words)", folder)
        #expect(result.status == 3, "\(result)")
    }

    @Test func aBrokenStandardError() throws {
        let folder = try TemporaryDirectory()
        let script =
            "{ $hud gate -- touch $dir/ran; echo $? >$dir/status; } 2>&1 | true; sleep 1; cat $dir/status"
        let result = try shell(script, folder)
        #expect(isThere("ran", in: folder))
        #expect(result.output == "0\n")
    }

    @Test func closedStreams() throws {
        let folder = try TemporaryDirectory()
        let result = try shell(
            "$hud show L --for 50ms --display png:$dir/x.png <&- >&- 2>&-; echo $?", folder)
        #expect(result.output == "0\n" && isThere("x.png", in: folder))
    }

    @Test(arguments: [
        "--help", "--version", "help show", "show --help", "theme show", "doctor",
        "show L --json --for 50ms --input pass --display png:$dir/x.png",
    ])
    func aFullStandardOutput(_ words: String) throws {
        let result = try shell("$hud \(words) >/dev/full", try TemporaryDirectory())
        #expect(result.status == 74, "\(result)")
        #expect(result.complaints == ["hud: cannot write standard output: No space left on device"])
    }

    @Test func filesThatMayNotGrow() throws {
        let result = try shell(
            "ulimit -f 0; $hud show L --for 50ms --display png:$dir/x.png", try TemporaryDirectory())
        #expect(result.status == 74, "\(result)")
        #expect(result.complaints.count == 1)
    }

    /// The soft limit is raised for the program, and is as before for the command.
    @Test func fewDescriptors() throws {
        let result = try shell(
            "ulimit -Sn 9; $hud run L --progress --display png:$dir/x.png --for 50ms -- sh -c 'ulimit -Sn'",
            try TemporaryDirectory())
        #expect(result.status == 0 && result.output == "9\n", "\(result)")
    }

    /// The hard limit cannot be raised: one line, and the command runs all the same.
    @Test(arguments: [8, 10, 12, 14, 17, 20]) func fewDescriptorsForGood(_ limit: Int) throws {
        let folder = try TemporaryDirectory()
        let words = "run L --input pass --display png:$dir/x.png --for 50ms -- touch $dir/ran"
        let result = try shell("ulimit -n \(limit); timeout -s KILL 30 $hud \(words)", folder)
        #expect(result.status == 0 || result.status == 126, "\(result)")
        #expect(result.complaints.count <= 1, "\(result)")
        #expect(result.status != 0 || isThere("ran", in: folder))
    }

    @Test(arguments: ["gate --", "run L --display png:$dir/x.png --for 50ms --"])
    func theCommandGetsSignalsAsTheyWere(_ words: String) throws {
        let script = "$hud \(words) grep -E 'Sig(Blk|Ign)' /proc/self/status"
        let usual = try shell("grep -E 'Sig(Blk|Ign)' /proc/self/status; true", try TemporaryDirectory())
        #expect(try shell(script, try TemporaryDirectory()).output == usual.output)
        let ignoring = "trap '' PIPE; "
        let ignored = try shell(
            ignoring + "grep -E 'Sig(Blk|Ign)' /proc/self/status; true", try TemporaryDirectory())
        #expect(ignored.output != usual.output)
        #expect(try shell(ignoring + script, try TemporaryDirectory()).output == ignored.output)
    }

    @Test func aHangUpThatIsIgnoredStaysSo() throws {
        let folder = try TemporaryDirectory()
        let result = try shell(
            "trap '' HUP; $hud show L --for 1s --display png:$dir/x.png & sleep 0.4; kill -HUP $!; wait $!",
            folder)
        #expect(result.status == 0, "\(result)")
    }
}
