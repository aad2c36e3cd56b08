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
        (["show", "--forbid", "vt"], "--forbid: \"vt\" is not console, reboot, sysrq or panic"),
        (["gate"], "which command? for example: hud gate -- sleep 5"),
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
            "--size: \"0x5\" is not WIDTHxHEIGHT in pixels, at most 16384 each"
        ),
        (["doctor", "now"], "doctor takes no \"now\""),
    ])
    func refuses(_ words: [String], _ message: String) throws {
        let result = try Program.run(words)
        #expect(result.status == 64)
        #expect(result.complaints == ["hud: " + message])
        #expect(result.output.isEmpty)
    }

    @Test func saysWhatToDoWithNothing() throws {
        let result = try Program.run([])
        #expect(result.status == 64)
        #expect(result.complaints.count == 1)
    }

    @Test func helpNamesEveryOption() throws {
        let result = try Program.run(["--help"])
        #expect(result.status == 0)
        for option in [
            "--icon", "--for", "--scale", "--font", "--display", "--lease-fd", "--drm-fd", "--output",
            "--input", "--input-rule", "--max-block", "--settle", "--forbid", "--json", "--verbose",
            "--grace", "--least", "--done",
            "--bell",
            "--frames", "--at",
            "--size", "--background", "--detail", "--theme", "--anchor", "--progress",
        ] {
            #expect(result.output.contains(option), "\(option) is not in the help")
        }
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
