import KioskHUD

/// The options that say what becomes of input.
enum InputOptions {
    /// Which devices, and how; `doctor` takes these, too.
    static let taking = ["--input", "--input-rule"]
    static let repeating = ["--input-rule"]
    /// How long.
    static let takingTimes = ["--settle", "--max-block"]

    static func rules(_ arguments: Arguments) throws(Failure) -> InputRules {
        InputRules(
            policy: try arguments.value("--input", "block, hold or pass", InputPolicy.init(rawValue:)),
            rules: try arguments.values(
                "--input-rule", "a rule such as hold:name=Honeywell* or block:kind=touch,bus=usb",
                InputRule.init(_:)))
    }

    static func apply(_ arguments: Arguments, to request: inout ShowRequest) throws(Failure) {
        request.input = try rules(arguments)
        if let settle = try arguments.value("--settle", "a time such as 5s", Values.time) {
            request.settle = settle
        }
        if let maxBlock = try arguments.value("--max-block", "a time such as 30s", Values.time) {
            request.maxBlock = maxBlock
        }
    }
}
