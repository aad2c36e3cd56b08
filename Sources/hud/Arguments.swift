import HUDScene

/// What was written after a command's name, sorted into options and the rest.
///
/// `--option value` and `--option=value` both work; `--` ends the options.
struct Arguments {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// - Parameters:
    ///   - taking: the options that take a value.
    ///   - repeating: those of them that may be given more than once.
    ///   - flags: those that take none.
    init(
        _ words: [String], taking: [String], repeating: [String] = [], flags known: [String]
    ) throws(Failure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if taking.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw Failure(ExitCode.usage, "\(name) needs a value")
                }
                guard repeating.contains(name) || values[name] == nil else {
                    throw Failure(ExitCode.usage, "\(name) is given twice")
                }
                values[name, default: []].append(value)
            } else if known.contains(name) {
                guard parts.count == 1 else { throw Failure(ExitCode.usage, "\(name) takes no value") }
                flags.insert(name)
            } else {
                var hint = Nearest.hint(name, among: taking + known)
                if hint.isEmpty, taking.contains("--text") {
                    hint = "; if it is the text: --text \"\(word)\""
                }
                throw Failure(ExitCode.usage, "unknown option \(name)" + hint)
            }
        }
    }

    /// Whether a flag was given.
    func has(_ flag: String) -> Bool {
        flags.contains(flag)
    }

    /// The text after an option.
    func text(_ option: String) -> String? {
        values[option]?.last
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
}
