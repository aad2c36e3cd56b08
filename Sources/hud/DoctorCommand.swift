import HUDSystem
import KioskHUD

/// `hud doctor`: what there is, what would be used, and what is missing. It shows nothing and changes nothing.
enum DoctorCommand {
    @Sendable static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        try arguments.expectNoOperand("doctor")
        let rules = try InputOptions.rules(arguments)
        var lines = ["hud \(Version.text)", ""]
        section(
            "Displays", Displays.survey().map(\.description), "none; pictures can be made with: hud render",
            into: &lines)
        section(
            "Input devices", InputGate.survey(rules).map(\.description), "none; the HUD shows all the same",
            into: &lines)
        section("Font", [font()], "", into: &lines)
        section("State", [state()], "", into: &lines)
        let missing = MachineFolders.missing()
        if !missing.isEmpty { section("Missing", missing, "", into: &lines) }
        try Report.print(MessageText.safeLines(lines.joined(separator: "\n")) + "\n")
        return ExitCode.ok
    }

    private static func section(
        _ title: String, _ entries: [String], _ none: String, into lines: inout [String]
    ) {
        lines.append(title)
        if entries.isEmpty { lines.append("  \(none)") }
        for entry in entries {
            lines += entry.split(separator: "\n").map { "  " + $0 }
        }
        lines.append("")
    }

    private static func font() -> String {
        do throws(TextError) {
            guard let face = try FontLibrary(fallback: .system).labelFace() else {
                return "none, so labels are left out; install fonts-dejavu-core"
            }
            return "\(face.name), \(face.path)"
        } catch {
            return error.description
        }
    }

    private static func state() -> String {
        do throws(SystemError) {
            return "lock and journal in \(try RuntimeDirectory.locate())"
        } catch {
            return "no folder for lock and journal: \(error)"
        }
    }
}
