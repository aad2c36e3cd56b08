public import HUDScene
internal import HUDSystem
internal import HUDText

/// Where themes are: those that come with the program, an administrator's, a user's own.
public enum ThemeFile {
    /// What holds on a machine where no theme is named.
    private static let machine = "/etc/kiosk-hud/theme.ini"

    /// The theme of this name or in this file; nil: the machine's own, else the default one.
    ///
    /// - Throws: `ConfigurationError` where there is none, or something in it is wrong.
    public static func theme(_ name: String?) throws(ConfigurationError) -> Theme {
        if let name { return try read(name) }
        guard let text = try ConfigurationFile.textIfThere(machine, "the theme") else { return .standard }
        return try theme(text, path: machine)
    }

    /// The theme of this name or in this file.
    ///
    /// - Throws: `ConfigurationError` where there is none, or something in it is wrong.
    public static func read(_ name: String) throws(ConfigurationError) -> Theme {
        let path = path(of: name)
        if path != name, !Files.exists(path) {
            let known = Files.names(in: folder).filter { $0.hasSuffix(".ini") }.map { String($0.dropLast(4)) }
            throw ConfigurationError(
                .unreadable, "no theme \(name) in \(folder)\(Nearest.hint(name, among: known))")
        }
        return try theme(try ConfigurationFile.text(path, "the theme"), path: path)
    }

    private static func theme(_ text: String, path: String) throws(ConfigurationError) -> Theme {
        do throws(ThemeError) {
            return try Theme(ini: text, file: path)
        } catch {
            throw ConfigurationError(.invalid, error.description)
        }
    }

    /// What would fail when a HUD of this theme is shown: fonts that are not there, programs that cannot be started.
    /// Half a sentence each.
    public static func faults(of theme: Theme) -> [String] {
        var faults: [String] = []
        for (key, font) in [("font", theme.base.font), ("detail-font", theme.base.detailFont)]
        where !font.isEmpty {
            do throws(TextError) {
                _ = try FontLibrary().face(at: font)
            } catch {
                faults.append("\(key): \(error)")
            }
        }
        var seen: Set<String> = []
        for section in Theme.Section.allCases {
            guard let program = theme[section: section].onShow.first, seen.insert(program).inserted,
                let fault = ProgramSearch.fault(of: program)
            else { continue }
            let place = theme[section: section].onShow == theme.base.onShow ? "hud" : section.rawValue
            faults.append("[\(place)] on-show: \(fault)")
        }
        return faults
    }

    /// The file of a theme: a name without a slash and an ending is one of those that come with the program.
    private static func path(of name: String) -> String {
        name.contains("/") || name.contains(".") ? name : "\(folder)/\(name).ini"
    }

    /// The themes that come with the program: `$HUD_THEME_DIR`, of a build in the source tree the tree's, else those
    /// installed with it.
    private static var folder: String {
        if let folder = Environment.value("HUD_THEME_DIR") { return folder }
        if let tree = ProgramPlace.sourceTree { return tree + "/Themes" }
        return (ProgramPlace.share ?? "/usr/local/share/kiosk-hud") + "/themes"
    }
}
