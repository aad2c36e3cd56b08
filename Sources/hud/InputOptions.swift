import KioskHUD

/// The options that say what becomes of input; `show` and `doctor` share them.
enum InputOptions {
    static let taking = ["--input", "--input-rule"]
    static let repeating = ["--input-rule"]

    static func rules(_ arguments: Arguments) throws(Failure) -> InputRules {
        InputRules(
            policy: try arguments.value("--input", "block, hold or pass", InputPolicy.init(rawValue:)),
            rules: try arguments.values(
                "--input-rule", "a rule such as hold:name=Honeywell* or block:kind=touch,bus=usb",
                InputRule.init(_:)))
    }
}
