import HUDScene
import KioskHUD

/// The options that say what becomes of input.
enum InputOptions {
    static func rules(_ arguments: Arguments) throws(Failure) -> InputRules {
        let policy = try arguments.value("--input", "block, hold or pass", InputPolicy.init(rawValue:))
        let rules = try arguments.values(
            "--input-rule", "a rule such as hold:name=Honeywell* or block:kind=touch,bus=usb",
            InputRule.init(_:))
        return InputRules(
            // What is said of all devices holds for those of the machine's rules, too.
            policy: policy,
            rules: policy == nil ? rules + (try Failure.wrapping(InputRuleFile.rules)) : rules,
            forbidden: Set(
                try arguments.values(
                    "--forbid", "console, reboot, sysrq, panic or power", EscapeChord.init(rawValue:))))
    }

    static func apply(_ arguments: Arguments, to request: inout ShowRequest) throws(Failure) {
        request.input.rules = try rules(arguments)
        request.input.settle = try time("--settle", "5s", arguments) ?? request.input.settle
        request.input.maxBlock = try time("--max-block", "30s", arguments) ?? request.input.maxBlock
    }

    static func apply(_ arguments: Arguments, to command: inout GatedCommand) throws(Failure) {
        command.input.rules = try rules(arguments)
        command.input.settle = try time("--settle", "5s", arguments) ?? command.input.settle
        command.input.maxBlock = try time("--max-block", "30s", arguments) ?? .max
    }

    private static func time(
        _ option: String, _ example: String, _ arguments: Arguments
    ) throws(Failure) -> Int64? {
        try arguments.value(option, "a time such as \(example)", Notation.time)
    }
}
