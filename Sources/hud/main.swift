import HUDScene
import HUDSystem

/// Does what the words say; returns the exit code.
func run(_ words: [String]) throws(Failure) -> Int32 {
    let commands = ["show", "run", "progress", "render", "gate", "theme", "doctor", "restore"]
    let rest = Array(words.dropFirst())
    switch words.first {
    case "show": return try ShowCommand.run(rest)
    case "run": return try RunCommand.run(rest)
    case "progress": return try ProgressCommand.run(rest)
    case "render": return try RenderCommand.run(rest)
    case "gate": return try GateCommand.run(rest)
    case "theme": return try ThemeCommand.run(rest)
    case "doctor": return try DoctorCommand.run(rest)
    case "restore": return try RestoreCommand.run(rest)
    case "--help", "-h", "help":
        StandardStreams.say(Help.text)
        return ExitCode.ok
    case "--version":
        StandardStreams.say("hud \(Version.text)\n")
        return ExitCode.ok
    case nil:
        throw Failure(ExitCode.usage, "what shall it do? for example: hud show Tagged; more in hud --help")
    case let word?:
        throw Failure(
            ExitCode.usage, "no command \"\(word)\"\(Nearest.hint(word, among: commands)); see hud --help")
    }
}

StandardStreams.fill()
let code: Int32
do throws(Failure) {
    code = try run(RawArguments.read())
} catch {
    StandardStreams.complain("hud: \(error.message)")
    code = error.code
}
ProcessExit.now(code)
