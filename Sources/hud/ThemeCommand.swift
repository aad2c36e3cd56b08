import HUDScene
import HUDSystem
import KioskHUD

/// `hud theme`: what a theme can say, and whether a file is one.
enum ThemeCommand {
    /// Prints the theme that a HUD would be drawn by: a file to begin one's own with.
    @Sendable static func show(_ arguments: Arguments) throws(Failure) -> Int32 {
        try arguments.expectNoOperand("theme show")
        try Report.print(arguments.theme().ini)
        return ExitCode.ok
    }

    @Sendable static func check(_ arguments: Arguments) throws(Failure) -> Int32 {
        guard let name = try arguments.onlyOperand("file"), !name.isEmpty else {
            throw Failure(ExitCode.usage, "usage: hud theme check FILE|NAME")
        }
        let theme = try Failure.wrapping { () throws(ConfigurationError) in try ThemeFile.read(name) }
        let faults = ThemeFile.faults(of: theme)
        for fault in faults.dropFirst() { Report.line("\(name): \(fault)") }
        if let fault = faults.first { throw Failure(ExitCode.badConfiguration, "\(name): \(fault)") }
        if theme == .standard, name != "ancestor" {
            Report.line("\(name): warning: it changes nothing of the default theme")
        }
        for warning in theme.warnings { Report.line("\(name): warning: \(warning)") }
        return ExitCode.ok
    }
}
