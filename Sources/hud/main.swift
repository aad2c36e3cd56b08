import HUDScene
import HUDSystem

/// Does what the words say; returns the exit code.
func run(_ words: [String]) throws(Failure) -> Int32 {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "--help", "-h", "help":
        try Report.print(help(rest))
        return ExitCode.ok
    case "--version":
        try Report.print("hud \(Version.text)\n")
        return ExitCode.ok
    case nil:
        throw Failure(
            ExitCode.usage, "usage: hud COMMAND [OPTIONS], for example: hud show Tagged; more in hud --help")
    case let word?:
        guard let (command, rest) = try find(words) else {
            try Report.print(help([word]))
            return ExitCode.ok
        }
        let arguments = try Arguments(rest, for: command)
        if arguments.wantsHelp {
            try Report.print(Help.text(of: command))
            return ExitCode.ok
        }
        return try command.perform(arguments)
    }
}

/// The command that the first words name, and the words behind; nil where help was asked for of several.
func find(_ words: [String]) throws(Failure) -> (Subcommand, rest: [String])? {
    let first = words.first ?? ""
    let second = words.dropFirst().first
    if let command = Subcommand.all.first(where: { $0.name == first }) {
        return (command, Array(words.dropFirst()))
    }
    let group = Subcommand.all.filter { $0.name.hasPrefix(first + " ") }
    if group.isEmpty {
        let names = Set(Subcommand.all.map { String($0.name.prefix { $0 != " " }) }).sorted() + ["help"]
        throw Failure(
            ExitCode.usage, "no command \"\(first)\"\(Nearest.hint(first, among: names)); see hud --help")
    }
    if second == "--help" || second == "-h" { return nil }
    let names = group.map { String($0.name.dropFirst(first.count + 1)) }
    guard let second else {
        throw Failure(ExitCode.usage, "usage: " + group.map(\.synopsis).joined(separator: ", or "))
    }
    guard let command = group.first(where: { $0.name == "\(first) \(second)" }) else {
        throw Failure(
            ExitCode.usage,
            "no command \(first) \"\(second)\"\(Nearest.hint(second, among: names)); see hud help \(first)")
    }
    return (command, Array(words.dropFirst(2)))
}

/// What `hud help WORDS` prints.
func help(_ words: [String]) throws(Failure) -> String {
    let name = words.joined(separator: " ")
    if name.isEmpty { return Help.text }
    let commands = Subcommand.all.filter { $0.name == name || $0.name.hasPrefix(name + " ") }
    if commands.isEmpty {
        throw Failure(
            ExitCode.usage,
            "no command \"\(name)\"\(Nearest.hint(name, among: Subcommand.all.map(\.name))); see hud --help")
    }
    return commands.map(Help.text(of:)).joined(separator: "\n")
}

InheritedState.prepareProcess()
let code: Int32
do throws(Failure) {
    code = try run(RawArguments.read())
} catch {
    Report.failure(error.message)
    code = error.code
}
ProcessExit.now(code)
