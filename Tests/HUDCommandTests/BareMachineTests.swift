import Foundation
import TestSupport
import Testing

/// A machine, container or initramfs that lacks what others have.
struct BareMachineTests {
    /// Runs the program where `folder` is empty.
    private func run(_ words: [String], without folder: String) throws -> Program.Result {
        try Program.run(
            [
                "--user", "--map-root-user", "--mount", "sh", "-c",
                "mount -t tmpfs none \(folder) && exec \"$@\"", "sh",
            ]
                + [Program.path] + words, executable: "/usr/bin/unshare")
    }

    @Test func argumentsNeedNoProc() throws {
        let version = try run(["--version"], without: "/proc")
        #expect(version.status == 0 && version.output.hasPrefix("hud "), "\(version.errors)")
        let refused = try run(["show", "--fro", "2s"], without: "/proc")
        #expect(refused.complaints == ["hud: unknown option --fro; did you mean --for?"])
        let directory = try TemporaryDirectory()
        let picture = directory.path + "/x.png"
        // The font and the themes beside the program are found as well.
        let drawn = try run(
            ["render", "Tagged", "--theme", "light", "-o", picture, "--size", "200x100"], without: "/proc")
        #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    }

    @Test func whatIsMissingIsNamed() throws {
        for (folder, purpose) in [
            ("/proc", "no program that owns a display can be named"),
            ("/sys", "displays and input devices are not found"),
            ("/dev", "there is no device"),
        ] {
            let line = "\(folder) is not mounted here: \(purpose)"
            let doctor = try run(["doctor"], without: folder)
            #expect(doctor.status == 0 && doctor.output.contains(line), "\(doctor.output) \(doctor.errors)")
        }
        let show = try run(["show", "x", "--display", "plane"], without: "/sys")
        #expect(show.status == 69)
        #expect(
            show.complaints.count == 1 && show.errors.contains("; /sys is not mounted here"), "\(show.errors)"
        )
        let command = try run(["run", "x", "--", "true"], without: "/sys")
        #expect(command.status == 0 && command.errors.contains("; /sys is not mounted here"))
    }

    /// A machine's own file that cannot be read is not as good as none.
    @Test func whatCannotBeReadIsNotIgnored() throws {
        for (file, words) in [
            ("theme.ini", ["render", "x", "-o", "/dev/null"]), ("input.rules", ["doctor"]),
        ] {
            func run(_ script: String) throws -> Program.Result {
                try Program.run(
                    [
                        "--user", "--map-root-user", "--mount", "sh", "-c",
                        "mount -t tmpfs none /etc && mkdir /etc/kiosk-hud && cd /etc/kiosk-hud && \(script) && exec \"$@\"",
                        "sh",
                        Program.path,
                    ] + words, executable: "/usr/bin/unshare")
            }
            #expect(try run("true").status == 0)
            #expect(try run("touch \(file)").status == 0)
            let folder = try run("mkdir \(file)")
            #expect(folder.status == 66)
            #expect(folder.errors.contains("cannot read /etc/kiosk-hud/\(file): it is a directory"))
            let loop = try run("ln -s \(file) \(file)")
            #expect(loop.status == 66 && loop.errors.contains("Too many levels of symbolic links"))
        }
    }
}
