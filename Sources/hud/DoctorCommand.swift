import HUDSystem
import KioskHUD

/// `hud doctor`: what there is, what would be used, and what is missing. It shows nothing and changes nothing.
enum DoctorCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(words, taking: [], flags: [])
        guard arguments.operands.isEmpty else {
            throw Failure(ExitCode.usage, "doctor takes no \"\(arguments.operands[0])\"")
        }
        var lines = ["hud \(Version.text)", ""]
        section("Displays", Displays.survey().map(\.lines), "none; pictures can be made with: hud render", into: &lines)
        section("Input devices", InputGate.survey().map(\.lines), "none; the HUD shows all the same", into: &lines)
        section("Font", [FontLibrary.survey()], "", into: &lines)
        section("State", [[state()]], "", into: &lines)
        StandardStreams.say(lines.joined(separator: "\n") + "\n")
        return ExitCode.ok
    }

    private static func section(
        _ title: String, _ entries: [[String]], _ none: String, into lines: inout [String]
    ) {
        lines.append(title)
        if entries.isEmpty { lines.append("  \(none)") }
        for entry in entries {
            for (index, line) in entry.enumerated() { lines.append((index == 0 ? "  " : "      ") + line) }
        }
        lines.append("")
    }

    private static func state() -> String {
        do throws(SystemError) {
            return "lock and journal in \(try RuntimeDirectory.locate())"
        } catch {
            return "no folder for lock and journal: \(error)"
        }
    }
}
