import HUDSystem
import KioskHUD

/// Which theme a HUD is drawn by.
enum ThemeOption {
    /// What holds on a machine where nobody names one.
    private static let machine = "/etc/kiosk-hud/theme.ini"

    /// The theme that `--theme` names, else the machine's own, else the default one.
    static func theme(_ arguments: Arguments) throws(Failure) -> Theme {
        if let name = arguments.text("--theme") { return try read(path(of: name)) }
        return Files.exists(machine) ? try read(machine) : .standard
    }

    /// Reads a theme's file.
    static func read(_ path: String) throws(Failure) -> Theme {
        guard let text = Files.text(path) else {
            throw Failure(ExitCode.noInput, "cannot read the theme \(path)")
        }
        do throws(ThemeError) {
            return try Theme(ini: text, file: path)
        } catch {
            throw Failure(ExitCode.badConfiguration, error.description)
        }
    }

    /// The file of a theme: a name without a slash and an ending is one of those that come with the program.
    static func path(of name: String) -> String {
        guard !name.contains("/"), !name.contains(".") else { return name }
        let program = Files.linkTarget("/proc/self/exe") ?? ""
        var parts = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let installed = parts.dropLast().joined(separator: "/") + "/share/kiosk-hud/themes/\(name).ini"
        // Of a build in the source tree: the tree's.
        guard let build = parts.lastIndex(of: ".build") else { return installed }
        parts = parts[..<build]
        return parts.joined(separator: "/") + "/Themes/\(name).ini"
    }
}
