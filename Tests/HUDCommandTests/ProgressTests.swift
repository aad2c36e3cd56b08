import Foundation
import TestSupport
import Testing

extension ShowingTests {
    /// `hud progress` and what is last seen of it, without a device.
    @Suite(.serialized) struct ProgressTests {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory() }

        private var picture: String { directory.path + "/shown.png" }

        /// Runs a script of bash, in which `$0` is `hud`.
        private func run(_ script: String) throws -> Program.Result {
            try Program.run(
                ["-c", "cd \(directory.path); " + script, Program.path], executable: "/bin/bash",
                environment: ["XDG_RUNTIME_DIR": directory.path, "HUD_DISPLAY": "png:" + picture])
        }

        private func expectShown(_ words: [String], at location: SourceLocation = #_sourceLocation) throws {
            let wanted = directory.path + "/wanted.png"
            let rendered = try Program.run(["render", "-o", wanted] + words)
            #expect(rendered.status == 0, "\(rendered.errors)")
            let isSame =
                try Data(contentsOf: URL(fileURLWithPath: picture))
                == Data(contentsOf: URL(fileURLWithPath: wanted))
            #expect(isSame, "another picture than hud render \(words)", sourceLocation: location)
        }

        /// What comes last is seen though the lines end at once, long after the first frame.
        @Test(arguments: ["", "echo QUIT"])
        func theLastWordIsSeen(_ end: String) throws {
            let started = Date()
            let result = try run(
                "(echo 10; sleep 1; echo 100 Finished; \(end)) | \"$0\" progress L --input pass")
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            try expectShown(["Finished", "--progress", "100%"])
            // A second, and then the 0.6 s that it is seen.
            #expect(Date().timeIntervalSince(started) > 1.55)
        }

        @Test func theLastWordIsSeenForTheLeastTime() throws {
            let started = Date()
            let result = try run(
                "(echo 10; sleep 0.8; echo 100) | \"$0\" progress L --least 1200ms --input pass")
            #expect(result.status == 0, "\(result.errors)")
            #expect(Date().timeIntervalSince(started) > 1.95)
            let run = Date()
            #expect(
                try self.run("\"$0\" run L --least 1500ms --for 100ms --input pass -- sleep 0.5").status == 0)
            #expect(Date().timeIntervalSince(run) > 1.95)
        }

        @Test(arguments: [
            "Please wait while the machine is being prepared for you",
            "A line\nand another\nand one more\nand a fourth",
        ])
        func aLabelHasTheScreensWidth(_ label: String) throws {
            let quoted = "$'\(label.replacingOccurrences(of: "\n", with: "\\n"))'"
            var result = try run("echo 50 | \"$0\" progress \(quoted) --input pass")
            #expect(result.status == 0, "\(result.errors)")
            try expectShown([label, "--progress", "50%"])
            result = try run("\"$0\" run \(quoted) --input pass -- sleep 0.3")
            #expect(result.status == 0, "\(result.errors)")
            try expectShown([label])
            result = try run("\"$0\" run X --done \(quoted) --input pass -- sleep 0.3")
            #expect(result.status == 0, "\(result.errors)")
            try expectShown([label])
        }

        @Test func manyLinesHaveRoom() throws {
            let label = String(repeating: "every word of this is wanted ", count: 30)
            let result = try run("echo 50 | \"$0\" progress \"\(label)\" --lines 9 --input pass")
            #expect(result.status == 0, "\(result.errors)")
            try expectShown([label, "--lines", "9", "--progress", "50%"])
        }

        /// A label that comes later has the screen's width, too.
        @Test func aLaterLabelHasTheScreensWidth() throws {
            let label = "Please wait while the machine is being prepared for you"
            let result = try run("(echo 10; sleep 0.3; echo '50 \(label)') | \"$0\" progress X --input pass")
            #expect(result.status == 0, "\(result.errors)")
            try expectShown([label, "--progress", "50%"])
        }
    }
}
