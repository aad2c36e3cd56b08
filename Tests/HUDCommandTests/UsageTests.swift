import Foundation
import Testing

/// What the command accepts, what it refuses, and how it says so: one line, "hud: " first, the right exit code.
struct UsageTests {
    @Test(arguments: [
        (["show", "--fro", "2s"], "unknown option --fro; did you mean --for?"),
        (["show", "--display"], "--display needs a value"),
        (["show", "--for", "2"], "--for: \"2\" is not auto, or a time such as 600ms"),
        (["show", "--for", "-1s"], "--for: \"-1s\" is not auto, or a time such as 600ms"),
        (["show", "--for", "1s", "--for=2s"], "--for is given twice"),
        (["show", "--scale", "9"], "--scale: \"9\" is not a number from 1 to 8"),
        (["show", "--scale", "nan"], "--scale: \"nan\" is not a number from 1 to 8"),
        (
            ["show", "--icon", "tick"],
            "--icon: \"tick\" is not one of check, cross, info, warning, busy, none, and no PNG file"
        ),
        (["show", "--verbose=1"], "--verbose takes no value"),
        (["show", "one", "two"], "one text is expected, and \"two\" is a second; quote words together"),
        (["show", "--input", "keep"], "--input: \"keep\" is not block, hold or pass"),
        (
            ["show", "--input-rule", "hold:kind=scaner"],
            "--input-rule: \"hold:kind=scaner\" is not a rule such as hold:name=Honeywell* or block:kind=touch,bus=usb"
        ),
        (["show", "--forbid", "vt"], "--forbid: \"vt\" is not console, reboot, sysrq, panic or power"),
        (["gate"], "usage: hud gate -- CMD..., for example: hud gate -- sleep 5"),
        (["gate", "ls", "-l"], "unknown option -l"),
        (["show", "--max-block", "30"], "--max-block: \"30\" is not a time such as 30s"),
        (
            ["show", "--display", "vnc"],
            "--display: \"vnc\" is not auto, plane[:CARD], kms[:CARD], fb[:PATH] or png:PATH"
        ),
        (
            ["show", "--lease-fd", "2"],
            "--lease-fd: \"2\" is not the number of an open descriptor, 3 or more"
        ),
        (
            ["show", "--drm-fd", "999"],
            "--drm-fd: \"999\" is not the number of an open descriptor, 3 or more"
        ),
        (["show", "--lease-fd", "3", "--display", "fb"], "--lease-fd and --display both say where"),
        (["show", "--drm-fd", "4", "--lease-fd", "3"], "--lease-fd and --drm-fd both say where"),
        (["shwo"], "no command \"shwo\"; did you mean show?; see hud --help"),
        (["render", "x"], "say where to: either -o FILE or --frames DIR"),
        (
            ["render", "x", "-o", "/tmp/x.png", "--size", "0x5"],
            "--size: \"0x5\" is not WIDTHxHEIGHT in pixels, at most 16384 each and 64 megapixels"
        ),
        (["doctor", "now"], "doctor takes no \"now\""),
        ([], "usage: hud COMMAND [OPTIONS], for example: hud show Tagged; more in hud --help"),
        (["run", "Copying"], "usage: hud run [TEXT] -- CMD..., for example: hud run Copying -- cp a b"),
        (["help", "shwo"], "no command \"shwo\"; did you mean show?; see hud --help"),
        (["render", "x", "--frames="], "--frames needs a value, and this one is empty"),
        (["render", "x", "-o", ""], "-o needs a value, and this one is empty"),
        (["show", "--text", "a", "b"], "--text and \"b\" both are the text"),
    ])
    func refuses(_ words: [String], _ message: String) throws {
        let result = try Program.run(words)
        #expect(result.status == 64)
        #expect(result.complaints == ["hud: " + message])
        #expect(result.output.isEmpty)
    }

    /// The commands, as `hud --help` lists them.
    private func commands() throws -> [[String]] {
        let help = try Program.run(["--help"])
        #expect(help.status == 0 && help.errors.isEmpty)
        let names = help.output.matches(of: /(?m)^  hud ((?:theme )?[a-z]+)/).map { String($0.1) }
        return names.filter { $0 != "help" }.map { $0.split(separator: " ").map(String.init) }
    }

    /// What a command's help says of options: their names, and whether each takes a value.
    private func options(_ command: [String]) throws -> [String: Bool] {
        let help = try Program.run(command + ["--help"])
        #expect(help.status == 0 && help.errors.isEmpty, "\(command)")
        #expect(help.output.hasPrefix("usage: hud \(command.joined(separator: " "))"))
        for line in help.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        let found = help.output.matches(of: /(?m)^  (--?[a-z-]+)( [A-Z|x]+)?(?: |$)/)
        return Dictionary(uniqueKeysWithValues: found.map { (String($0.1), $0.2 != nil) })
    }

    /// Each command takes the options that its help lists, as its help writes them, and no other of all there are.
    @Test func helpAndParserAgree() throws {
        let commands = try commands()
        #expect(commands.count == 9, "\(commands)")
        let known = try commands.map(options)
        let all = Set(known.flatMap(\.keys))
        #expect(all.count > 30 && all.contains("-o"))
        for (command, own) in zip(commands, known) {
            #expect(own["--help"] == false)
            for option in all.subtracting(["--help"]) {
                // It goes no further than to the option that there is not.
                let value = own[option] == true ? ["1"] : []
                let result = try Program.run(command + [option] + value + ["--no-such-thing"])
                #expect(result.status == 64)
                let unknown = own[option] == nil ? option : "--no-such-thing"
                #expect(result.errors.hasPrefix("hud: unknown option \(unknown)"), "\(command) \(option)")
                if own[option] == true {
                    let bare = try Program.run(command + [option])
                    #expect(bare.complaints == ["hud: \(option) needs a value"], "\(command)")
                }
            }
        }
    }

    /// An empty value, as of a variable that is not set, is an error and never a path that begins elsewhere.
    @Test func emptyValuesAreRefused() throws {
        let mayBeEmpty: Set = ["--text", "--detail", "--done", "--failed"]
        for command in try commands() {
            for (option, takesValue) in try options(command) where takesValue {
                for words in [[option, ""], [option + "="]] {
                    let result = try Program.run(command + words + ["--no-such-thing"])
                    #expect(result.status == 64)
                    #expect(
                        result.errors.contains("\(option) needs a value, and this one is empty")
                            != mayBeEmpty.contains(option), "\(command) \(words)")
                }
            }
        }
    }

    @Test func eachCommandHasItsOwnHelp() throws {
        let show = try Program.run(["show", "--help"])
        for other in [["show", "-h"], ["help", "show"], ["show", "Tagged", "--for", "1s", "--help"]] {
            #expect(try Program.run(other).output == show.output)
        }
        #expect(!show.output.contains("--frames") && show.output.contains("--json"))
        let theme = try Program.run(["help", "theme"])
        #expect(theme.output.contains("hud theme show") && theme.output.contains("hud theme check FILE"))
        #expect(try Program.run(["theme", "--help"]).output == theme.output)
        #expect(try Program.run(["help"]).output == Program.run(["--help"]).output)
        // Behind the dashes it belongs to the command that is run.
        let gate = try Program.run(["gate", "--input", "pass", "--", "sh", "-c", "echo $1", "sh", "--help"])
        #expect(gate.output == "--help\n")
        // What every user needs, on one screen.
        #expect(try Program.run(["--help"]).output.split(separator: "\n").count <= 40)
    }

    @Test func versionIsOneLine() throws {
        let result = try Program.run(["--version"])
        #expect(result.status == 0)
        #expect(result.output.wholeMatch(of: /hud \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(
        arguments: [
            ([0x54, 0xE9, 0x21], 1),  // Latin-1
            ([0x41, 0xC0, 0xAF], 1),  // an overlong slash
            ([0xED, 0xA0, 0x80], 0),  // a surrogate
            ([0x54, 0x61, 0xE2, 0x9C], 2),  // cut short
        ] as [([UInt8], Int)])
    func refusesWhatIsNotUTF8(_ label: [UInt8], _ offset: Int) throws {
        let result = try Program.run(["show"], raw: label)
        #expect(result.status == 65)
        #expect(
            result.complaints == [
                "hud: argument 2 is not UTF-8: the byte at offset \(offset) cannot stand there"
            ])
    }

    @Test func namesAFontThatIsNotThere() throws {
        let result = try Program.run(["render", "x", "-o", "/tmp/x.png", "--font", "/nowhere/face.ttf"])
        #expect(result.status == 66)
        #expect(result.errors.contains("/nowhere/face.ttf"))
    }

    @Test func refusesAFontThatIsNone() throws {
        let result = try Program.run(["render", "x", "-o", "/tmp/x.png", "--font", "/etc/passwd"])
        #expect(result.status == 65)
        #expect(result.errors.contains("/etc/passwd"))
    }
}
