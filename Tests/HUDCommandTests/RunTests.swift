import Foundation
import TestSupport
import Testing

extension ShowingTests {
    /// `hud run` and `hud progress` without a device: what they pass on, and what is seen at the end.
    @Suite(.serialized) struct RunTests {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory() }

        private func run(_ words: [String]) throws -> Program.Result {
            try Program.run(
                words, environment: ["XDG_RUNTIME_DIR": directory.path, "HUD_DISPLAY": "png:" + picture])
        }

        private var picture: String { directory.path + "/shown.png" }

        private func expectShown(_ words: [String], at location: SourceLocation = #_sourceLocation) throws {
            let wanted = directory.path + "/wanted.png"
            let rendered = try Program.run(["render", "-o", wanted] + words)
            #expect(rendered.status == 0, "\(rendered.errors)")
            let isSame =
                try Data(contentsOf: URL(fileURLWithPath: picture))
                == Data(contentsOf: URL(fileURLWithPath: wanted))
            #expect(isSame, "another picture than hud render \(words)", sourceLocation: location)
        }

        @Test(arguments: [("true", 0), ("exit 7", 7), ("kill -TERM $$", 128 + 15)] as [(String, Int32)])
        func passesTheStatusOnAndShowsIt(_ script: String, _ status: Int32) throws {
            let result = try run(
                ["run", "Copying", "--done", "Copied", "--failed", "Not copied", "--input", "pass", "--"]
                    + ["sh", "-c", "sleep 0.4; \(script)"])
            #expect(result.status == status, "\(result.errors)")
            try expectShown(status == 0 ? ["Copied"] : ["Not copied", "--icon", "cross"])
        }

        @Test func runsTheCommandWhereNothingCanBeShown() throws {
            let result = try Program.run(
                ["run", "Copying", "--", "sh", "-c", "echo done; exit 5"],
                environment: ["XDG_RUNTIME_DIR": directory.path, "HUD_DISPLAY": "fb:/dev/nonesuch"])
            #expect(result.status == 5)
            #expect(result.output == "done\n")
            #expect(
                result.complaints.count == 1 && result.errors.contains("/dev/nonesuch"), "\(result.errors)")
        }

        @Test func saysWhyNothingWasStarted() throws {
            let missing = try run(["run", "X", "--input", "pass", "--", "no-such-program"])
            #expect(missing.status == 127)
            #expect(missing.complaints == ["hud: cannot run no-such-program: No such file or directory"])
            #expect(try run(["run", "X", "--input", "pass", "--", "/etc/passwd"]).status == 126)
            #expect(try run(["run", "X", "--"]).status == 64)
            #expect(try run(["run", "X"]).status == 64)
        }

        /// A script without an interpreter's name is the shell's, found along PATH or named with its folder.
        @Test func runsAScriptWithoutAnInterpreter() throws {
            let script = directory.path + "/script"
            try "echo \"$0 $*\"; exit 3\n".write(toFile: script, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
            try FileManager.default.createDirectory(
                atPath: directory.path + "/first/script", withIntermediateDirectories: true)
            for (name, path) in [
                (script, "/usr/bin:/bin"), ("script", "\(directory.path)/first:\(directory.path):/bin"),
            ] {
                for command in [["run", "X", "--input", "pass", "--"], ["gate", "--"]] {
                    let result = try Program.run(
                        command + [name, "a b", "-c"],
                        environment: [
                            "XDG_RUNTIME_DIR": directory.path, "HUD_DISPLAY": "png:" + picture, "PATH": path,
                        ])
                    #expect(result.status == 3, "\(result.errors)")
                    #expect(result.output == "\(script) a b -c\n")
                }
            }
        }

        /// Texts come from data.
        @Test(arguments: ["-5\u{B0}C", "--", "--done", "-", "--text"]) func aTextMayBeginWithADash(
            _ text: String
        ) throws {
            #expect(try run(["run", "--text", text, "--input", "pass", "--", "sleep", "0.3"]).status == 0)
            try expectShown(["--text=" + text])
            try expectShown(["--", text])
            #expect(try run(["show", "--text", text, "--input", "pass"]).status == 0)
            try expectShown(["--", text])
        }

        @Test func saysHowATextBeginsWithADash() throws {
            let line = "hud: unknown option -5\u{B0}C; if it is the text: --text \"-5\u{B0}C\""
            for words in [
                ["run", "-5\u{B0}C", "--", "true"], ["show", "-5\u{B0}C"], ["progress", "-5\u{B0}C"],
            ] {
                let result = try run(words)
                #expect(result.status == 64 && result.complaints == [line])
            }
            #expect(try run(["show", "A", "--text", "B"]).status == 64)
        }

        @Test func passesOutputAndSignalsOn() throws {
            let script = "trap 'echo heard; exit 3' USR1; kill -USR1 $PPID; sleep 5 & wait"
            let result = try run(["run", "X", "--input", "pass", "--", "sh", "-c", script])
            #expect(result.status == 3)
            #expect(result.output == "heard\n")
        }

        @Test func leavesSignalsAsTheyWere() throws {
            let blocked = ["sh", "-c", "grep -E 'Sig(Blk|Ign)' /proc/self/status"]
            let outside = try Program.run(Array(blocked.dropFirst()), executable: "/bin/sh")
            for options in [[], ["--progress"]] {
                let inside = try run(["run", "X", "--input", "pass"] + options + ["--"] + blocked)
                #expect(inside.output == outside.output && !inside.output.isEmpty)
            }
        }

        @Test func copiesWhatItReadsProgressFrom() throws {
            let script =
                "printf '10%%\\r50%%'; echo oops >&2; head -c 200000 /dev/zero | tr '\\0' x; sleep 0.3; exit 9"
            let result = try run(["run", "X", "--progress", "--input", "pass", "--", "sh", "-c", script])
            #expect(result.status == 9)
            #expect(result.output == "10%\r50%" + String(repeating: "x", count: 200_000))
            #expect(result.complaints == ["oops"])
        }

        /// A reader that goes ends the command, as it would without `hud`.
        @Test func aBrokenPipeReachesTheCommand() throws {
            let script =
                "\"$0\" run X --progress --input pass -- sh -c 'while echo y; do :; done; echo ended >&2' | head -1; echo ${PIPESTATUS[0]}"
            let result = try Program.run(
                ["-c", script, Program.path], executable: "/bin/bash",
                environment: ["XDG_RUNTIME_DIR": directory.path, "HUD_DISPLAY": "png:" + picture])
            #expect(result.output.hasPrefix("y\n"))
            #expect(!result.output.hasSuffix("\n0\n"), "\(result)")
        }

        @Test func whatIsOverWithinTheGraceIsNeverSeen() throws {
            #expect(try run(["run", "X", "--grace", "2s", "--input", "pass", "--", "true"]).status == 0)
            #expect(!FileManager.default.fileExists(atPath: picture))
            // But that it failed is worth a look.
            #expect(try run(["run", "X", "--grace", "300ms", "--input", "pass", "--", "false"]).status == 1)
            try expectShown(["X", "--icon", "cross"])
        }

        @Test func linesDriveAProgress() throws {
            let script =
                "printf '10\\nrubbish\\nmore\\n'; sleep 0.5; printf '0.5 Half\\nMSG OfflineRenderer half\\n'; sleep 0.8; printf 'QUIT\\n90\\n'"
            let result = try Program.run(
                ["-c", "(\(script)) | \"$0\" progress Begin --input pass", Program.path],
                executable: "/bin/bash",
                environment: ["XDG_RUNTIME_DIR": directory.path, "HUD_DISPLAY": "png:" + picture])
            #expect(result.status == 0)
            #expect(result.complaints == ["hud: line 2 is no progress, and passed over: \"rubbish\""])
            try expectShown(["OfflineRenderer half", "--progress", "50%"])
        }

        @Test func aFileDrivesAProgressToo() throws {
            let file = directory.path + "/lines"
            try "10/20 Files\n".write(toFile: file, atomically: false, encoding: .utf8)
            let result = try Program.run(
                ["-c", "\"$0\" progress --input pass <\(file)", Program.path], executable: "/bin/bash",
                environment: ["XDG_RUNTIME_DIR": directory.path, "HUD_DISPLAY": "png:" + picture])
            #expect(result.status == 0, "\(result.errors)")
            try expectShown(["Files", "--progress", "0.5"])
        }

        /// A program of the theme's, without a shell, whatever it does.
        @Test func aThemeStartsProgramsWithItsHUDs() throws {
            let (theme, file) = (directory.path + "/theme.ini", directory.path + "/told")
            try "on-show = touch \(file)-any\n[failure]\non-show = touch \(file)-failure \(file)-$HOME\n"
                .write(toFile: theme, atomically: false, encoding: .utf8)
            let result = try run(
                ["run", "X", "--theme", theme, "--input", "pass", "--", "sh", "-c", "sleep 0.5; exit 1"])
            #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
            #expect(FileManager.default.fileExists(atPath: file + "-any"))
            #expect(FileManager.default.fileExists(atPath: file + "-failure"))
            #expect(FileManager.default.fileExists(atPath: file + "-$HOME"))

            try "on-show = no-such-program\n".write(toFile: theme, atomically: false, encoding: .utf8)
            let other = try run(["show", "X", "--theme", theme, "--input", "pass"])
            #expect(other.status == 0)
            #expect(
                other.complaints == ["hud: on-show: cannot run no-such-program: No such file or directory"])
        }
    }
}
