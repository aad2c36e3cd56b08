import Foundation
import TestSupport
import Testing

/// Labels and icons as they come from a command line.
@Suite struct LabelTests {
    private func render(
        _ arguments: [String], raw: [UInt8]? = nil, _ environment: [String: String] = [:]
    ) throws -> Program.Result {
        let directory = try TemporaryDirectory()
        return try Program.run(
            ["render", "-o", directory.path + "/a.png", "--size", "200x150"] + arguments, raw: raw,
            environment: environment)
    }

    @Test(
        arguments: [
            ([0x41, 0x07], "U+0007", 1), ([0x1B, 0x5B, 0x31, 0x6D], "U+001B", 0),
            ([0x41, 0x7F], "U+007F", 1),
            ([0xC3, 0xA9, 0xC2, 0x85], "U+0085", 2), ([0x41, 0x0D, 0x42], "U+000D", 1),
            ([0x41, 0x0B, 0x42], "U+000B", 1),
        ] as [([UInt8], String, Int)])
    func refusesControlCharacters(_ label: [UInt8], _ name: String, _ offset: Int) throws {
        let result = try render([], raw: label)
        #expect(result.status == 65)
        #expect(
            result.complaints == [
                "hud: the text holds a control character: \(name) at offset \(offset); line breaks and tabs are allowed"
            ])
    }

    @Test(arguments: ["one\ntwo", "one\r\ntwo", "a\tb", "\u{2028}", "\u{200F}\u{202E}x", "\u{FFFF}"])
    func takesWhatCanBeShown(_ label: String) throws {
        let result = try render([label])
        #expect(result.status == 0 && result.complaints == [])
    }

    @Test func takesAPictureForAnIcon() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/logo.png"
        #expect(try Program.run(["render", "Logo", "-o", path, "--size", "300x200"]).status == 0)
        #expect(try render(["Tagged", "--icon", path]).status == 0)

        let missing = try render(["Tagged", "--icon", directory.path + "/none.png"])
        #expect(missing.status == 66 && missing.errors.contains("none.png: No such file"))
        let text = directory.path + "/text.png"
        try "no picture".write(toFile: text, atomically: true, encoding: .utf8)
        let broken = try render(["Tagged", "--icon", text])
        #expect(broken.status == 65 && broken.errors.contains("text.png is not a PNG picture"))
    }

    /// A Latin label never pays for fontconfig: the loader says which libraries a program opened.
    @Test func onlyOtherScriptsLoadFontconfig() throws {
        func opens(_ label: String, _ environment: [String: String] = [:]) throws -> Bool {
            let loud = ["LD_DEBUG": "files"].merging(environment) { $1 }
            return try render([label], loud).errors.contains("libfontconfig")
        }
        #expect(try opens("标"))
        for label in ["Tagged", "Ünïcødé ½ €", "Ετικέτα", "تم المسح", ""] {
            #expect(!(try opens(label)), "\(label)")
        }
    }

    @Test func asksFontconfigForWhatTheFaceLacks() throws {
        let result = try render(["标 ติ कै 👍", "--verbose"])
        #expect(result.status == 0 && result.complaints == [], "deploy/install-dependencies.sh test")
    }

    @Test(arguments: ["/nowhere/fonts.conf", "EMPTY"]) func goesWithoutFonts(_ configuration: String) throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/fonts.conf"
        try "<fontconfig><dir>\(directory.path)/none</dir></fontconfig>".write(
            toFile: file, atomically: true, encoding: .utf8)
        let result = try render(
            ["Tagged 标", "--verbose"],
            ["FONTCONFIG_FILE": configuration == "EMPTY" ? file : configuration, "HOME": directory.path])
        #expect(result.status == 0)
        #expect(result.complaints == ["hud: no font here has U+6807"])
    }

    @Test(arguments: [("0", 64), ("10", 64), ("x", 64), ("1", 0), ("9", 0)])
    func linesAreOneToNine(_ lines: String, _ status: Int32) throws {
        #expect(try render(["Tagged", "--lines", lines]).status == status)
    }
}
