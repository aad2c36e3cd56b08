import Foundation
import TestSupport
import Testing

extension ShowingTests {
    /// `hud run --progress` on a terminal, which script(1) plays: the command has one of its own.
    @Suite(.serialized) struct TerminalTests {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory() }

        private let hud = "timeout --foreground 30 \"$HUD\" run X --progress --input pass --"

        /// What is on the terminal at the end of a script of bash that runs there, `keys` being typed by another one.
        private func onTerminal(_ script: String, keys: String = "sleep 0.1") throws -> Program.Result {
            let file = directory.path + "/on-terminal"
            try "stty rows 17 cols 91; \(script)\n".write(toFile: file, atomically: false, encoding: .utf8)
            return try Program.run(
                [
                    "-c",
                    "cd \(directory.path); (\(keys)) | timeout 60 script -qec 'bash on-terminal' /dev/null",
                ],
                executable: "/bin/bash",
                environment: [
                    "XDG_RUNTIME_DIR": directory.path, "HUD_DISPLAY": "png:" + directory.path + "/shown.png",
                    "HUD": Program.path, "TERM": "xterm", "SHELL": "/bin/sh",
                ])
        }

        @Test func theCommandHasATerminalOfItsOwn() throws {
            let command =
                "sh -c 'tty -s && test -t 1 && test -t 2 && stty size </dev/tty; ps -o tpgid= -o pgid= $$; exit 7'"
            let result = try onTerminal("\(hud) \(command); echo status $?")
            let words = result.output.split(whereSeparator: \.isWhitespace)
            #expect(words.count == 6 && words[0] == "17" && words[1] == "91", "\(result)")
            // It is in the foreground of its terminal.
            #expect(words.count == 6 && words[2] == words[3] && words[4...] == ["status", "7"], "\(result)")
        }

        @Test func whatIsPrintedIsTheSameBytes() throws {
            let command = "printf 'one\\ntwo\\r10%%\\033[K\\tthree\\n\\nfour\\n'; seq 3000"
            let plain = try onTerminal("sh -c '\(command.replacingOccurrences(of: "'", with: "'\\''"))'")
            let result = try onTerminal(
                "\(hud) sh -c '\(command.replacingOccurrences(of: "'", with: "'\\''"))'")
            #expect(
                result.output == plain.output && result.output.contains("three"),
                "\(result.output.debugDescription.prefix(300))")
            // And where nothing is typed.
            let piped = try onTerminal(
                "\(hud) sh -c '\(command.replacingOccurrences(of: "'", with: "'\\''"))' </dev/null")
            #expect(piped.output == plain.output, "\(piped.output.debugDescription.prefix(300))")
        }

        @Test func keysAreTheCommands() throws {
            let read = try onTerminal(
                "\(hud) sh -c 'read a; echo got $a'", keys: "sleep 1.5; echo hello; sleep 1.5")
            #expect(read.output.contains("got hello"), "\(read)")
            let trap = "sh -c 'trap \"echo heard; exit 5\" INT; sleep 10 & wait'"
            let interrupted = try onTerminal(
                "\(hud) \(trap); echo status $?", keys: "sleep 1.5; printf '\\003'; sleep 1.5")
            #expect(
                interrupted.output.contains("heard") && interrupted.output.contains("status 5"),
                "\(interrupted)")
        }

        @Test func theStopKeyStopsTheJob() throws {
            let result = try onTerminal(
                "set -m; \(hud) sh -c 'sleep 1.5; echo went on'; echo stopped; jobs; sleep 0.5; fg; echo status $?",
                keys: "sleep 1.5; printf '\\032'; sleep 6")
            let output = result.output
            #expect(output.contains("stopped") && output.contains("Stopped"), "\(result)")
            #expect(output.contains("went on\r\nstatus 0"), "\(result)")
        }

        @Test func theTerminalIsGivenBack() throws {
            let result = try onTerminal(
                "stty -a >a; \(hud) sh -c 'stty raw -echo; sleep 0.3'; stty -a >b; cmp a b && echo same")
            #expect(result.output.hasSuffix("same\r\n"), "\(result)")
            let missing = try onTerminal("stty -a >a; \(hud) nonesuch; stty -a >b; cmp a b && echo same")
            #expect(missing.output.hasSuffix("nonesuch: No such file or directory\r\nsame\r\n"), "\(missing)")
        }

        @Test func aNewSizeIsPassedOn() throws {
            let result = try onTerminal(
                "(sleep 1.2; stty rows 20 cols 70 </dev/tty) & \(hud) sh -c 'trap \"stty size; exit\" WINCH; sleep 5 & wait'; wait"
            )
            #expect(result.output.contains("20 70"), "\(result)")
        }

        /// What is not on a terminal stays off it.
        @Test func oneOfTheTwoMayBeAFile() throws {
            let result = try onTerminal(
                "\(hud) sh -c 'test -t 1 && echo yes; test -t 2 || echo no >&2' 2>errors; cat errors; \(hud) sh -c 'test -t 2 && echo yes2 >&2; test -t 1 || echo no2' >output; cat output"
            )
            #expect(result.output == "yes\r\nno\r\nyes2\r\nno2\r\n", "\(result)")
        }
    }
}
