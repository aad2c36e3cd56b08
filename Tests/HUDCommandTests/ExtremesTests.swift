import Foundation
import TestSupport
import Testing

/// Numbers that are far too great, too small, or none: each is refused in a line or does what it says; nothing traps.
struct ExtremesTests {
    /// What is no number, time, size or turn in any option.
    private static let nonsense = [
        "9223372036854775808x9223372036854775808", "-9223372036854775808", "nan", "inf", "-inf", "1e999",
        "0x10",
        "-1", "1,5", "\u{663}", "\u{FF15}", "9223372036854775807h", "9223372036854775807s", "-1s", "1e3s",
        "nans", ".",
        ".s", "1.1.1s", "s", "ms", "99999x99999", "16384x16384", "1x", "x1", "1x1x1", "0x0", "-", "=", " ",
        String(repeating: "9", count: 400) + "s", "99999999999999999999999999999999999999",
    ]
    /// What of it one option takes: a long number where numbers have no limit, a comma where programs' output may have one.
    private static let taken = [
        "--max": ["99999999999999999999999999999999999999"],
        "--progress": ["99999999999999999999999999999999999999", "1,5"],
    ]

    private static let options = [
        ("show", "--lines"), ("show", "--scale"), ("show", "--for"), ("show", "--rotate"),
        ("show", "--lease-fd"),
        ("show", "--drm-fd"), ("show", "--max-block"), ("show", "--settle"), ("show", "--display"),
        ("show", "--input-rule"), ("run", "--grace"), ("run", "--least"), ("progress", "--max"),
        ("render", "--at"),
        ("render", "--size"), ("render", "--progress"), ("gate", "--max-block"), ("gate", "--settle"),
    ]

    @Test(arguments: options) func nonsenseIsRefused(_ command: String, _ option: String) throws {
        let rest =
            ["render": ["-o", "/dev/null"], "run": ["--", "true"], "gate": ["--", "true"]][command] ?? []
        for value in ExtremesTests.nonsense where ExtremesTests.taken[option]?.contains(value) != true {
            let result = try Program.run([command, "\(option)=\(value)"] + rest)
            #expect(result.status == 64, "\(value): \(result.errors)")
            #expect(result.complaints.count == 1 && result.errors.hasPrefix("hud: \(option): \""))
        }
    }

    @Test(arguments: [
        ["--size", "1x1"], ["--size", "16384x1", "--scale", "8"], ["--size", "1x16384"],
        ["--for", "0s", "--at", "86400s"], ["--for", "86400s", "--at", "86400s", "--icon", "busy"],
        ["--progress", "99999999999999999999999999999999999999"], ["--progress", "9223372036854775807/1"],
        ["--progress", "1/9223372036854775807"], ["--progress", "0"], ["--lines", "9", "--size", "2x2"],
    ])
    func extremesAreDrawn(_ words: [String]) throws {
        let result = try Program.run(
            ["render", "Tagged\nand more", "--detail", "x", "-o", "/dev/null"] + words)
        #expect(result.status == 0, "\(words): \(result.errors)")
    }

    /// Every number and time of a theme at its least, and at its most, on the smallest screen and on a wide one.
    @Test(arguments: [false, true]) func themesMayBeExtreme(_ isMost: Bool) throws {
        let directory = try TemporaryDirectory()
        let shown = try Program.run(["theme", "show"]).output
        var lines: [String] = []
        for key in shown.matches(of: /; (?<wanted>.*)\n(?<name>[a-z-]+) =/) {
            if let range = key.wanted.firstMatch(of: /number from (-?[\d.]+) to ([\d.]+)/) {
                lines.append("\(key.name) = \(isMost ? range.2 : range.1)")
            } else if let most = key.wanted.firstMatch(of: /at most ([\d.]+m?s)/) {
                lines.append("\(key.name) = \(isMost ? String(most.1) : "0s")")
            }
        }
        #expect(lines.count > 25)
        let theme = directory.path + "/extreme.ini"
        try lines.joined(separator: "\n").write(toFile: theme, atomically: true, encoding: .utf8)
        for words in [
            ["--size", "1x1"], ["--size", "4096x2", "--scale", "8"], ["--progress", "1/3"],
            ["--icon", "busy"],
        ] {
            for time in ["0ms", "100ms", "86400s"] {
                let result = try Program.run(
                    ["render", "Tagged", "--detail", "x", "--theme", theme, "--at", time, "-o", "/dev/null"]
                        + words)
                #expect(result.status == 0, "\(words) \(time): \(result.errors)")
            }
        }
    }
}
