import Foundation
import TestSupport
import Testing

/// What is no ordinary file is refused at once wherever a file is read, and is never waited for.
struct FileTests {
    /// Options that name a file to be read, and what comes before it in the message.
    private static let readers = ["--theme", "--icon", "--font", "--background"]

    private func read(_ reader: String, _ path: String) throws -> Program.Result {
        if reader == "rules" {
            return try Program.run(["doctor"], environment: ["HUD_INPUT_RULES": path])
        }
        if reader == "check" { return try Program.run(["theme", "check", path]) }
        return try Program.run(["render", "x", "-o", "/dev/null", reader, path])
    }

    @Test(arguments: readers + ["rules", "check"]) func refusesWhatIsNoFile(_ reader: String) throws {
        let directory = try TemporaryDirectory()
        let pipe = directory.path + "/pipe.png"
        try #require(mkfifo(pipe, 0o600) == 0)
        let folder = directory.path + "/folder.png"
        try #require(mkdir(folder, 0o700) == 0)
        let large = directory.path + "/large.png"
        #expect(FileManager.default.createFile(atPath: large, contents: nil))
        try #require(truncate(large, 1 << 40) == 0)
        for (path, reason) in [
            (pipe, "it is a pipe, socket or device; give an ordinary file"),
            ("/dev/zero", "it is a pipe, socket or device; give an ordinary file"),
            ("/dev/./tty", nil),
            (folder, "it is a directory"), (large, "it is too large"),
        ] {
            let result = try read(reader, path)
            #expect([65, 66].contains(result.status), "\(path): \(result.status)")
            #expect(result.complaints.count == 1 && result.errors.contains(path), "\(result.errors)")
            if let reason { #expect(result.errors.contains(reason), "\(result.errors)") }
        }
    }

    /// A theme that names a font which is none.
    @Test func checkFindsWhatFailsLater() throws {
        let directory = try TemporaryDirectory()
        let theme = directory.path + "/own.ini"
        func check(_ text: String) throws -> Program.Result {
            try text.write(toFile: theme, atomically: true, encoding: .utf8)
            return try Program.run(["theme", "check", theme])
        }
        for (text, fault) in [
            (
                "on-show = /nowhere/beep 440",
                "[hud] on-show: cannot run /nowhere/beep: No such file or directory"
            ),
            (
                "on-show = beep-that-is-not-there",
                "[hud] on-show: there is no program beep-that-is-not-there along PATH"
            ),
            (
                "[failure]\non-show = /etc/passwd",
                "[failure] on-show: cannot run /etc/passwd: Permission denied"
            ),
            ("on-show = /tmp", "[hud] on-show: cannot run /tmp: it is no ordinary file"),
            ("font = /nowhere.ttf", "font: cannot read the font /nowhere.ttf: No such file or directory"),
            (
                "detail-font = /etc/passwd",
                "detail-font: /etc/passwd is no font: give a TrueType or OpenType file"
            ),
        ] {
            let result = try check(text)
            #expect(result.status == 78)
            #expect(result.complaints == ["hud: \(theme): \(fault)"])
        }
        let fine = try check("on-show = true\n[busy]\non-show = /bin/sh -c :\n")
        #expect(fine.status == 0 && fine.errors.isEmpty)
        let latin = directory.path + "/latin.ini"
        try Data([0x0A, 0x3B, 0xE9, 0x0A]).write(to: URL(fileURLWithPath: latin))
        let refused = try Program.run(["theme", "check", latin])
        #expect(refused.status == 78 && refused.complaints == ["hud: \(latin), line 2: is not UTF-8"])
    }

    @Test func checkSaysWhatDoesNothing() throws {
        let directory = try TemporaryDirectory()
        let theme = directory.path + "/own.ini"
        for text in ["", "; stay = 2s\n", "[failure]\n", "stay = 600ms\n"] {
            try text.write(toFile: theme, atomically: true, encoding: .utf8)
            let result = try Program.run(["theme", "check", theme])
            #expect(result.status == 0)
            #expect(
                result.complaints == ["hud: \(theme): warning: it changes nothing of the default theme"],
                "\(text)")
        }
    }

    /// A FIFO that is written to must have a reader: it is not waited for either.
    @Test func writesToNoPipeWithoutAReader() throws {
        let directory = try TemporaryDirectory()
        let pipe = directory.path + "/pipe.png"
        try #require(mkfifo(pipe, 0o600) == 0)
        let result = try Program.run(["render", "x", "-o", pipe, "--size", "100x100"])
        #expect(result.status == 74)
        #expect(result.complaints == ["hud: cannot write \(pipe): No such device or address"])
        let read = try Program.run(
            ["-c", "cat \(pipe) & exec \"$0\" render x -o \(pipe) --size 100x100", Program.path],
            executable: "/bin/bash")
        #expect(read.status == 0 && read.output.contains("PNG"), "\(read.errors)")
    }
}
