import HUDScene
import HUDSystem
import KioskHUD

/// `hud theme`: what a theme can say, and whether a file is one.
enum ThemeCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        switch words.first {
        case "show": return try show(Array(words.dropFirst()))
        case "check": return try check(Array(words.dropFirst()))
        case let word?:
            throw Failure(
                ExitCode.usage,
                "no command theme \"\(word)\"\(Nearest.hint(word, among: ["show", "check"])); show or check FILE"
            )
        case nil: throw Failure(ExitCode.usage, "what shall theme do? show, or check FILE")
        }
    }

    /// Prints the theme that a HUD would be drawn by: a file to begin one's own with.
    private static func show(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(words, taking: ["--theme"], flags: [])
        guard arguments.operands.isEmpty else {
            throw Failure(ExitCode.usage, "theme show takes no \"\(arguments.operands[0])\"")
        }
        StandardStreams.say(try ThemeOption.theme(arguments).ini)
        return ExitCode.ok
    }

    private static func check(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(words, taking: [], flags: [])
        guard let name = try arguments.onlyOperand("file") else {
            throw Failure(ExitCode.usage, "theme check needs the theme's file")
        }
        let theme = try ThemeOption.read(name)
        for warning in theme.warnings { StandardStreams.complain("hud: \(name): warning: \(warning)") }
        return ExitCode.ok
    }
}
