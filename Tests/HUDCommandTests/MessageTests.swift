import Foundation
import TestSupport
import Testing

/// Messages are one line each, and hold nothing that a terminal obeys, whatever others wrote.
struct MessageTests {
    /// ESC, BEL, line ends, a C1 control, a text that is turned round, an invisible mark.
    private static let rough = "a\u{1B}[31m\u{7}\n\r\t\u{9B}2J\u{202E}b\u{2066}\u{FEFF}\u{7F}z"
    private static let smooth = #"a\x1b[31m\x07\n\r\t\u009b2J\u202eb\u2066\ufeff\x7fz"#

    private func expectOneLine(_ words: [String], _ environment: [String: String] = [:]) throws {
        let result = try Program.run(words, environment: environment)
        #expect(result.status >= 64)
        #expect(result.errors.hasPrefix("hud: ") && result.errors.hasSuffix("\n"))
        #expect(result.errors.contains(MessageTests.smooth), "\(words): \(result.errors.debugDescription)")
        // A gate says first that there is nothing to hold off.
        for line in result.complaints { #expect(line.hasPrefix("hud: ")) }
        for scalar in result.complaints.joined().unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value), "\(words)")
            #expect(!(0x202A...0x206F).contains(scalar.value), "\(words)")
        }
    }

    // Not in the attribute itself: Swift 6.0 falls over it there.
    private static let words: [[String]] = [
        [rough], ["show", "--" + rough], ["show", "one", rough], ["show", "--for", rough],
        ["show", "--icon", rough], ["show", "--icon", "/" + rough], ["show", "--font", "/" + rough],
        ["show", "--theme", rough], ["show", "--theme", "/" + rough], ["show", "--input-rule", rough],
        ["show", "--display", rough], ["render", "--background", rough, "-o", "/dev/null"],
        ["render", "x", "-o", "/nowhere/" + rough], ["render", "x", "--frames", "/nowhere/" + rough],
        ["theme", rough], ["theme", "check", "/" + rough], ["doctor", rough], ["restore", rough],
        ["gate", "--", "/" + rough], ["progress", "--max", rough],
    ]

    @Test(arguments: words) func areOneLine(_ words: [String]) throws {
        try expectOneLine(words)
    }

    @Test func filesAndVariablesToo() throws {
        let directory = try TemporaryDirectory()
        let theme = directory.path + "/\(MessageTests.rough).ini"
        // Line ends end a theme's line.
        try "stay = 2\n".write(toFile: theme, atomically: true, encoding: .utf8)
        try expectOneLine(["theme", "check", theme])
        try expectOneLine(["show"], ["HUD_DISPLAY": MessageTests.rough])
        let own = directory.path + "/own.ini"
        try "stay = \u{202E}2\u{2066}\n".write(toFile: own, atomically: true, encoding: .utf8)
        let result = try Program.run(["theme", "check", own])
        #expect(result.errors.contains(#"stay: "\u202e2\u2066" is not"#))
        let rules = directory.path + "/input.rules"
        try "hold:color=\u{1B}[0m\n".write(toFile: rules, atomically: true, encoding: .utf8)
        let ruled = try Program.run(["doctor"], environment: ["HUD_INPUT_RULES": rules])
        #expect(ruled.status == 78 && ruled.errors.contains(#""hold:color=\x1b[0m" is not a rule"#))
    }
}
