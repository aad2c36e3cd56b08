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
        @Test(arguments: ["", "echo QUIT", "printf '# Finished'"])
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

        @Test(
            arguments: [
                // A byte order mark, a last line without an end.
                ("printf '\\xEF\\xBB\\xBF42\\n'", ["L"], "42%"), ("printf 42", ["L"], "42%"),
                ("printf '7\\r42\\r'", ["L"], "42%"), ("printf '  7%%\\b\\b\\b\\b 42%%'", ["L"], "42%"),
                ("printf '42,5\\xC2\\xA0%% Größe\\n'", ["Größe"], "42.5%"),
                // zenity, dialog.
                ("echo 10; echo '# Copying'; echo 42", ["Copying"], "42%"),
                ("printf '42\\n#One\\\\nTwo\\n'", ["One\nTwo"], "42%"),
                ("printf 'XXX\\n42\\nCopying\\nfiles\\nXXX\\n'", ["Copying\nfiles"], "42%"),
                ("printf '7\\nXXX\\n42\\nCopying'", ["Copying"], "42%"),
                ("printf 'XXX\\n42\\nOne\\nXXX\\n50\\n'", ["One"], "50%"),
                // What programs print.
                ("printf 'Receiving objects:  42%% (42/100)\\r'", ["L"], "42%"),
                ("printf '\\r     32,768  42%%    0.00kB/s    0:00:00'", ["L"], "42%"),
                // Values out of bounds, and what is none.
                ("echo 150%", ["L"], "100%"), ("echo -5", ["L"], "0%"),
                ("echo 42; echo nan; echo 1e999", ["L"], "42%"),
                ("seq 1 20000 | sed 's/.*/42 Line &/'", ["Line 20000"], "42%"),
                ("echo 42; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo 50", ["L"], "50%"),
                ("printf 'PROGRESS 7\\0PROGRESS 42\\0MSG A b\\0'", ["A b"], "42%"),
            ]) func whatIsReadIsShown(_ lines: String, _ label: [String], _ part: String) throws
        {
            let result = try run("(\(lines)) | \"$0\" progress L --input pass")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.complaints.count <= 1, "\(result.errors)")
            try expectShown(label + ["--progress", part])
        }

        @Test(arguments: ["</dev/null", "<&-", "<empty"]) func nothingToReadIsAnEnd(_ input: String) throws {
            let result = try run(": >empty; \"$0\" progress L --input pass \(input)")
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            try expectShown(["L", "--progress", "0%"])
        }

        @Test func garbageIsNoTrouble() throws {
            let result = try run(
                "(head -c 300000 /dev/urandom; printf '\\n\\n42 L\\n') | \"$0\" progress L --input pass")
            #expect(result.status == 0 && result.complaints.count <= 1, "\(result.errors)")
            #expect(
                result.errors.unicodeScalars.allSatisfy {
                    $0 == "\n" || $0.properties.generalCategory != .control
                })
        }

        @Test func aFolderIsNoInput() throws {
            let result = try run("\"$0\" progress L --input pass </etc")
            #expect(result.status == 74 && result.complaints.count == 1, "\(result.errors)")
        }

        // MARK: - FIFOs

        /// psplash's client, byte for byte: for each command it opens the FIFO without waiting for a reader, writes the
        /// command and a NUL, and closes it.
        private let client =
            "send() { printf '%s\\0' \"$1\" | dd of=f oflag=nonblock conv=notrunc,nocreat status=none; }"

        @Test(arguments: ["<f", "--fifo f"]) func psplashsClientDrivesIt(_ input: String) throws {
            let result = try run(
                """
                \(client); [ '\(input)' = '<f' ] && mkfifo f
                timeout 20 "$0" progress Boot --input pass \(input) & hud=$!
                until [ -p f ]; do sleep 0.05; done; sleep 0.2
                send 'PROGRESS 10' || exit 1; sleep 0.5; send 'PROGRESS 42' || exit 2
                send 'MSG Starting the network' || exit 3; sleep 0.3; kill -0 $hud || exit 4
                send QUIT || exit 5; wait $hud || exit 6; ls f
                """)
            #expect(result.status == (input == "<f" ? 0 : 2), "\(result)")
            try expectShown(["Starting the network", "--progress", "42%"])
        }

        /// Writers of lines come and go at a FIFO that is given by its name, and its end is that of the first one where
        /// the shell opened it.
        @Test func writersComeAndGo() throws {
            let lines = "echo 10 >f; sleep 0.2; printf '42 One' >f; sleep 0.2; echo QUIT >f; wait $hud"
            var result = try run(
                "mkfifo f; timeout 20 \"$0\" progress L --input pass --fifo f & hud=$!; sleep 0.2; \(lines) && [ -p f ]"
            )
            #expect(result.status == 0, "\(result)")
            try expectShown(["One", "--progress", "42%"])
            result = try run("mkfifo g; timeout 20 \"$0\" progress L --input pass <g & echo 42 >g; wait $!")
            #expect(result.status == 0, "\(result)")
            try expectShown(["L", "--progress", "42%"])
        }

        @Test func whatIsNoFIFOIsNotRead() throws {
            for path in ["/etc/passwd", "/dev/null", "/etc"] {
                let result = try run("\"$0\" progress L --fifo \(path)")
                #expect(result.status == 74, "\(result)")
                #expect(result.complaints == ["hud: cannot use as a FIFO \(path): Invalid argument"])
            }
            #expect(try run("\"$0\" progress L --fifo /nonesuch/f").status == 66)
        }
    }
}
