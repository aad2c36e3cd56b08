import Foundation
import TestSupport
import Testing

/// `hud theme`, and the options that say what a HUD looks like.
struct ThemeTests {
    private func write(_ text: String, _ directory: TemporaryDirectory) throws -> String {
        let path = directory.path + "/own.ini"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// What is printed is a theme, and says every key.
    @Test func showPrintsAThemeThatIsOne() throws {
        let directory = try TemporaryDirectory()
        let own = try write("[failure]\nstay = 2s\nbox-color = #300\n", directory)
        let shown = try Program.run(["theme", "show", "--theme", own])
        #expect(shown.status == 0 && shown.errors.isEmpty)
        #expect(shown.output.contains("\nbox-size = 96\n"))
        #expect(shown.output.hasSuffix("\n[failure]\nbox-color = #330000\nstay = 2s\n"))
        let again = try Program.run(["theme", "show", "--theme", write(shown.output, directory)])
        #expect(again.output == shown.output)
        #expect(
            try Program.run(["theme", "show", "--theme", "light"]).output.contains("box-color = #ffffffe6"))
    }

    @Test func checkSaysWhatIsWrong() throws {
        let directory = try TemporaryDirectory()
        let own = try write("[hud]\nbox-colour = #fff\n", directory)
        for words in [
            ["theme", "check", own], ["render", "x", "-o", "/dev/null", "--theme", own],
            ["show", "x", "--theme", own],
        ] {
            let result = try Program.run(words)
            #expect(result.status == 78)
            #expect(
                result.complaints == ["hud: \(own), line 2: no key box-colour; did you mean box-color?"])
        }
        let pale = try Program.run(["theme", "check", write("ink-color = #777\n", directory)])
        #expect(pale.status == 0)
        #expect(
            pale.complaints == [
                "hud: \(own): warning: [hud] ink-color: #777777 on #000000bf has a contrast of 2.3:1 over some screens; 4.5:1 is legible"
            ])
        for name in ["ancestor", "light", "high-contrast"] {
            let good = try Program.run(["theme", "check", name])
            #expect(good.status == 0 && good.errors.isEmpty && good.output.isEmpty, "\(good.errors)")
        }
    }

    // Not in the attribute itself: Swift 6.0 falls over it there.
    private static let refused: [([String], Int32, String)] = [
        (["theme"], 64, "usage: hud theme show, or hud theme check FILE|NAME"),
        (["theme", "shw"], 64, "no command theme \"shw\"; did you mean show?; see hud help theme"),
        (["theme", "check"], 64, "usage: hud theme check FILE|NAME"),
        (
            ["theme", "check", "/nowhere.ini"], 66,
            "the theme: cannot read /nowhere.ini: No such file or directory"
        ),
        (
            ["show", "x", "--theme", "lihgt"], 66,
            "no theme lihgt in \(Program.themes); did you mean light?"
        ),
        (["theme", "show", "me"], 64, "theme show takes no \"me\""),
        (
            ["show", "x", "--theme", "/nowhere.ini"], 66,
            "the theme: cannot read /nowhere.ini: No such file or directory"
        ),
        (
            ["show", "x", "--anchor", "middle"], 64,
            "--anchor: \"middle\" is not center, top, top-right, right, bottom-right, bottom, bottom-left, left or top-left"
        ),
        (
            ["render", "x", "-o", "/dev/null", "--progress", "half"], 64,
            "--progress: \"half\" is not a progress such as 42%, 0.42 or 13/40"
        ),
        (
            ["render", "x", "-o", "/dev/null", "--progress", "1", "--icon", "info"], 64,
            "--progress stands in the icon's place; use one"
        ),
        (
            ["show", "x", "--progress", "1"], 64,
            "unknown option --progress; if it is the text: --text \"--progress\""
        ),
        (
            ["show", "x", "--detail", "a\u{7}"], 65,
            "the text holds a control character: U+0007 at offset 1; line breaks and tabs are allowed"
        ),
    ]

    @Test(arguments: refused)
    func refuses(_ words: [String], _ status: Int32, _ message: String) throws {
        let result = try Program.run(words)
        #expect(result.status == status)
        #expect(result.complaints == ["hud: " + message])
    }

    private func rendered(_ words: [String]) throws -> Picture {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/x.png"
        let result = try Program.run(["render", "-o", file, "--size", "320x240", "--scale", "1"] + words)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        return try Picture(png: file)
    }

    @Test func aProgressIsWrittenInManyWays() throws {
        let picture = try rendered(["--progress", "25%"])
        for text in ["25", "0.25", "13/52", "25.0"] {
            #expect(try rendered(["--progress", text]) == picture, "\(text)")
        }
        let all = try rendered(["--progress", "100"])
        #expect(all != picture)
        for text in ["1.0", "250%", "7/5", "101"] {
            #expect(try rendered(["--progress", text]) == all, "\(text)")
        }
        #expect(try rendered(["--progress", "1"]) == rendered(["--progress", "0.01"]))
    }

    /// Each option changes the picture, and where, as the theme's key does.
    @Test func looksAreOptionsAndKeys() throws {
        let directory = try TemporaryDirectory()
        let plain = try rendered(["Tagged"])
        #expect(try rendered(["Tagged", "--theme", "ancestor"]) == plain)
        #expect(plain[160, 80] != 0x808080 && plain[20, 20] == 0x808080)
        let corner = try rendered(["Tagged", "--anchor", "top-left"])
        #expect(corner[160, 80] == 0x808080 && corner[20, 20] == plain[160, 80])
        let own = try write("anchor = top-left\n", directory)
        #expect(try rendered(["Tagged", "--theme", own]) == corner)
        #expect(try rendered(["Tagged", "--theme", own, "--anchor", "center"]) == plain)
        let detail = try rendered(["Tagged", "--detail", "more"])
        #expect(detail != plain && detail[160, 70] == plain[160, 80])
        // A spinner turns.
        let busy = try rendered(["--icon", "busy", "--at", "400ms"])
        #expect(busy != plain)
        #expect(try rendered(["--icon", "busy", "--at", "500ms"]) != busy)
        #expect(try rendered(["--icon", "busy", "--for", "3s", "--at", "1400ms"]) == busy)
    }
}
