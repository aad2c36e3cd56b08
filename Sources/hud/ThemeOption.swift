import HUDScene
import HUDSystem
import KioskHUD

/// Which theme a HUD is drawn by.
enum ThemeOption {
    /// What holds on a machine where nobody names one.
    private static let machine = "/etc/kiosk-hud/theme.ini"

    /// The theme that `--theme` names, else the machine's own, else the default one.
    static func theme(_ arguments: Arguments) throws(Failure) -> Theme {
        if let name = arguments.text("--theme") { return try read(name) }
        return Files.exists(machine) ? try read(machine) : .standard
    }

    /// Reads a theme's file.
    static func read(_ name: String) throws(Failure) -> Theme {
        let path = path(of: name)
        guard let text = Files.text(path) else {
            guard path == name else {
                let known = Files.names(in: folder).map { String($0.split(separator: ".")[0]) }
                throw Failure(
                    ExitCode.noInput, "no theme \(name) in \(folder)\(Nearest.hint(name, among: known))")
            }
            throw Failure(ExitCode.noInput, "cannot read the theme \(path)")
        }
        do throws(ThemeError) {
            return try Theme(ini: text, file: path)
        } catch {
            throw Failure(ExitCode.badConfiguration, error.description)
        }
    }

    /// The file of a theme: a name without a slash and an ending is one of those that come with the program.
    private static func path(of name: String) -> String {
        name.contains("/") || name.contains(".") || name.isEmpty ? name : "\(folder)/\(name).ini"
    }

    /// The themes that come with the program: `$HUD_THEME_DIR`, of a build in the source tree the tree's, else those
    /// installed with it.
    private static var folder: String {
        if let folder = Environment.value("HUD_THEME_DIR") { return folder }
        let program = Files.linkTarget("/proc/self/exe") ?? ""
        let home = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        if let build = home.lastIndex(of: ".build") {
            return home[..<build].joined(separator: "/") + "/Themes"
        }
        return home.dropLast().joined(separator: "/") + "/share/kiosk-hud/themes"
    }
}
