import Foundation
import TestSupport
import Testing

/// The machine's rules for input, as `hud doctor` takes them.
struct InputRuleFileTests {
    private func doctor(_ text: String?, _ words: [String] = []) throws -> Program.Result {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/input.rules"
        try text?.write(toFile: path, atomically: false, encoding: .utf8)
        let result = try Program.run(["doctor"] + words, environment: ["HUD_INPUT_RULES": path])
        return Program.Result(
            status: result.status, output: result.output,
            errors: result.errors.replacingOccurrences(of: directory.path, with: ""))
    }

    @Test func rulesAreRead() throws {
        #expect(try doctor("# mine\n\n  hold:name=Foot Switch*  # left\r\npass:kind=pointer\n").status == 0)
        #expect(try doctor("").status == 0)
    }

    @Test func whatIsNoRuleIsSaid() throws {
        let result = try doctor("pass:kind=pointer\nhold:color=red\n")
        #expect(result.status == 78)
        #expect(
            result.complaints == [
                "hud: /input.rules, line 2: \"hold:color=red\" is not a rule such as hold:name=Honeywell* or "
                    + "block:kind=touch,bus=usb"
            ])
        #expect(try doctor(nil).status == 66)
    }

    /// `--input` is said of all devices.
    @Test func oneForAllLeavesThemOut() throws {
        #expect(try doctor("nonsense", ["--input", "pass"]).status == 0)
    }
}
