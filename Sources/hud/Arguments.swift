import HUDScene
import KioskHUD

/// What was written after a command's name, sorted into options and the rest.
///
/// `--option value` and `--option=value` both work; `--` ends the options.
struct Arguments {
    /// The words that are no options: those before `--`, and those behind it unless they are another program's command.
    private(set) var operands: [String] = []
    /// The words behind `--`, where `hud` runs another program.
    private(set) var command: [String] = []
    /// Whether the command is only to be explained. The words behind `--help` are not read.
    private(set) var wantsHelp = false
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// - Throws: `Failure` where a word is no option of `subcommand`, or not written as one.
    init(_ words: [String], for subcommand: Subcommand) throws(Failure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                if subcommand.takesCommand { command += rest } else { operands += rest }
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            if word == "--help" || word == "-h" {
                wantsHelp = true
                return
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = subcommand.options.first(where: { $0.name == name }) else {
                throw Arguments.unknown(name, word, subcommand)
            }
            guard option.value != nil else {
                guard parts.count == 1 else { throw Failure(ExitCode.usage, "\(name) takes no value") }
                flags.insert(name)
                continue
            }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw Failure(ExitCode.usage, "\(name) needs a value")
            }
            guard !value.isEmpty || option.mayBeEmpty else {
                throw Failure(ExitCode.usage, "\(name) needs a value, and this one is empty")
            }
            guard option.isRepeatable || values[name] == nil else {
                throw Failure(ExitCode.usage, "\(name) is given twice")
            }
            values[name, default: []].append(value)
        }
    }

    private static func unknown(_ name: String, _ word: String, _ subcommand: Subcommand) -> Failure {
        let names = subcommand.options.map(\.name)
        var hint = Nearest.hint(name, among: names)
        if hint.isEmpty, names.contains(OptionTable.text.name) {
            hint = "; if it is the text: --text \"\(word)\""
        }
        return Failure(ExitCode.usage, "unknown option \(name)" + hint)
    }

    /// Whether a flag was given.
    func has(_ flag: String) -> Bool {
        flags.contains(flag)
    }

    /// The text after an option.
    func text(_ option: String) -> String? {
        values[option]?.last
    }

    /// The text after an option that a HUD is to show.
    func checkedText(_ option: String) throws(Failure) -> String? {
        guard let text = text(option) else { return nil }
        return try Failure.wrapping { () throws(ConfigurationError) in try LabelText.checked(text) }
    }

    /// The theme that `--theme` names, else the machine's own, else the default one.
    func theme() throws(Failure) -> Theme {
        let name = text(OptionTable.theme.name)
        return try Failure.wrapping { () throws(ConfigurationError) in try ThemeFile.theme(name) }
    }

    /// The text after an option, understood by `parse`; `wanted` says what it should have been.
    func value<Value>(_ option: String, _ wanted: String, _ parse: (String) -> Value?) throws(Failure)
        -> Value?
    {
        try self.values(option, wanted, parse).last
    }

    /// The same for an option that may be given more than once, in the order of the command line.
    func values<Value>(_ option: String, _ wanted: String, _ parse: (String) -> Value?) throws(Failure)
        -> [Value]
    {
        var results: [Value] = []
        for text in values[option] ?? [] {
            guard let value = parse(text) else {
                throw Failure(ExitCode.usage, "\(option): \"\(text)\" is not \(wanted)")
            }
            results.append(value)
        }
        return results
    }

    /// The one operand, where one is allowed.
    func onlyOperand(_ what: String) throws(Failure) -> String? {
        guard operands.count <= 1 else {
            throw Failure(
                ExitCode.usage,
                "one \(what) is expected, and \"\(operands[1])\" is a second; quote words together")
        }
        return operands.first
    }

    /// Refuses operands where none is expected.
    func expectNoOperand(_ command: String) throws(Failure) {
        if let operand = operands.first {
            throw Failure(ExitCode.usage, "\(command) takes no \"\(operand)\"")
        }
    }
}
