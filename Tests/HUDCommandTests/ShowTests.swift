import Foundation
import TestSupport
import Testing

extension ShowingTests {
    /// `hud show` and `hud render` without a device. One after the other: there is one HUD at a time on a machine.
    @Suite(.serialized) struct ShowTests {
        private func run(_ words: [String], in directory: TemporaryDirectory) throws -> Program.Result {
            try Program.run(words, environment: ["XDG_RUNTIME_DIR": directory.path])
        }

        @Test func showsIntoAPictureAndTakesItsTime() throws {
            let directory = try TemporaryDirectory()
            let begin = Date()
            let shown = try run(
                [
                    "show", "Tagged", "--for", "500ms", "--display", "png:\(directory.path)/shown.png",
                    "--input",
                    "pass",
                ],
                in: directory)
            let time = Date().timeIntervalSince(begin)
            #expect(shown.status == 0, "\(shown.errors)")
            #expect((0.65...3).contains(time), "\(time) s")
            let rendered = try run(
                ["render", "Tagged", "-o", "\(directory.path)/rendered.png"], in: directory)
            #expect(rendered.status == 0, "\(rendered.errors)")
            let (one, other) = (
                try Data(contentsOf: URL(fileURLWithPath: directory.path + "/shown.png")),
                try Data(contentsOf: URL(fileURLWithPath: directory.path + "/rendered.png"))
            )
            #expect(one == other)
        }

        /// Its picture, its lines and what other faces draw get to the process that draws.
        @Test func showsWhatRenderRenders() throws {
            let directory = try TemporaryDirectory()
            let (logo, shown, rendered) = (
                directory.path + "/logo.png", directory.path + "/a.png", directory.path + "/b.png"
            )
            #expect(try run(["render", "Logo", "-o", logo, "--size", "200x150"], in: directory).status == 0)
            let words = ["Two words, 标\nand a line", "--icon", logo, "--lines", "3", "--scale", "2"]
            let display = ["--for", "350ms", "--display", "png:" + shown, "--input", "pass"]
            #expect(try run(["show"] + words + display, in: directory).status == 0)
            #expect(try run(["render", "-o", rendered] + words, in: directory).status == 0)
            let (one, other) = (
                try Data(contentsOf: URL(fileURLWithPath: shown)),
                try Data(contentsOf: URL(fileURLWithPath: rendered))
            )
            #expect(one == other)
        }

        @Test(arguments: ["--drm-fd", "--lease-fd"])
        func aDescriptorThatLeadsToNoDisplayIsNamed(option: String) throws {
            let directory = try TemporaryDirectory()
            let shown = try Program.run(
                ["-c", "exec \"$0\" show Tagged --input pass \(option) 3 3</dev/null", Program.path],
                executable: "/bin/bash", environment: ["XDG_RUNTIME_DIR": directory.path])
            #expect(shown.status == 69)
            #expect(shown.complaints == ["hud: cannot find a card behind descriptor 3: No such device"])
        }

        @Test func rendersEveryFrame() throws {
            let directory = try TemporaryDirectory()
            let result = try run(
                [
                    "render", "Tagged", "--for", "400ms", "--size", "160x120", "--frames",
                    directory.path + "/frames",
                ],
                in: directory)
            #expect(result.status == 0, "\(result.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/frames")
                .sorted()
            // 0.4 s and 0.15 s of leaving at 60 a second.
            #expect(names.count == 33)
            #expect(names.first == "000.png" && names.last == "032.png")
        }

        /// No frame of the two seconds for which it turns is the one before it.
        @Test func aSpinnerNeverStandsStill() throws {
            let directory = try TemporaryDirectory()
            let frames = directory.path + "/frames"
            let result = try run(
                ["render", "--icon", "busy", "--for", "2s", "--size", "160x120", "--frames", frames],
                in: directory)
            #expect(result.status == 0, "\(result.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
            let pictures = try names.map { try Data(contentsOf: URL(fileURLWithPath: frames + "/" + $0)) }
            #expect(pictures.count > 120)
            #expect(zip(pictures.prefix(120), pictures.dropFirst()).allSatisfy { $0 != $1 })
        }

        @Test func sayWhatIsWrongWithTheBackground() throws {
            let directory = try TemporaryDirectory()
            let missing = try run(
                ["render", "x", "-o", "/dev/null", "--background", "/nowhere.png"], in: directory)
            #expect(missing.status == 66)
            let broken = try run(
                ["render", "x", "-o", "/dev/null", "--background", "/etc/passwd"], in: directory)
            #expect(broken.status == 65)
            let color = try run(["render", "x", "-o", "/dev/null", "--background", "#12345"], in: directory)
            #expect(color.status == 64)
        }

        @Test func aSignalEndsTheShow() throws {
            let directory = try TemporaryDirectory()
            let result = try Program.run(
                [
                    "-s", "TERM", "0.3", Program.path, "show", "Tagged", "--for", "20s", "--input", "pass",
                    "--display",
                    "png:\(directory.path)/shown.png",
                ],
                executable: "/usr/bin/timeout", environment: ["XDG_RUNTIME_DIR": directory.path])
            // What timeout(1) answers when it had to send its signal, and the program ended by it.
            #expect(result.status == 124, "\(result.errors)")
            #expect(result.errors.isEmpty)
        }

        @Test func theNewestWins() throws {
            let directory = try TemporaryDirectory()
            let begin = Date()
            let result = try Program.run(
                [
                    "-c",
                    """
                    hud="$0"; dir="$1"
                    "$hud" show First --for 20s --input pass --display "png:$dir/first.png" & first=$!
                    sleep 0.3
                    "$hud" show Second --for 200ms --input pass --display "png:$dir/second.png"; echo second $?
                    wait $first; echo first $?
                    """, Program.path, directory.path,
                ],
                executable: "/bin/bash", environment: ["XDG_RUNTIME_DIR": directory.path])
            #expect(result.output == "second 0\nfirst 0\n", "\(result.errors)")
            #expect(Date().timeIntervalSince(begin) < 5)
        }

        @Test func twoKilledProcessesLeaveTheDisplayFree() throws {
            let directory = try TemporaryDirectory()
            let result = try Program.run(
                [
                    "-c",
                    """
                    hud="$0"; dir="$1"
                    "$hud" show First --for 20s --input pass --display "png:$dir/first.png" & first=$!
                    sleep 0.3
                    kill -KILL $first $(cat /proc/$first/task/$first/children); wait $first; echo first $?
                    "$hud" show Second --for 200ms --input pass --display "png:$dir/second.png"; echo second $?
                    """, Program.path, directory.path,
                ],
                executable: "/bin/bash", environment: ["XDG_RUNTIME_DIR": directory.path])
            #expect(result.output == "first 137\nsecond 0\n", "\(result.errors)")
        }

        /// Started with its streams closed, it does not take the lock's number for standard error's.
        @Test func closedStreamsAreNotDevices() throws {
            let directory = try TemporaryDirectory()
            let result = try Program.run(
                [
                    "-c",
                    """
                    "$0" show --font /nowhere <&- >&- 2>&-; echo $?
                    # No face has a character that is private: that is something to say on standard error.
                    "$0" show $'\\uE000' --for 100ms --input pass --verbose --display "png:$1/x.png" 2>&-; echo $?
                    """, Program.path, directory.path,
                ], executable: "/bin/bash", environment: ["XDG_RUNTIME_DIR": directory.path])
            #expect(result.output == "66\n0\n")
            let locks = ["/run/kiosk-hud/display.lock", directory.path + "/kiosk-hud/display.lock"]
            #expect(locks.contains { FileManager.default.contents(atPath: $0)?.isEmpty == true })
            #expect(!locks.contains { FileManager.default.contents(atPath: $0)?.isEmpty == false })
        }
    }
}
