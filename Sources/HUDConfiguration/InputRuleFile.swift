public import HUDInput
internal import HUDSystem

/// The rules for input devices that hold on a machine, a line each as `--input-rule` takes them; `#` begins a remark.
public enum InputRuleFile {
    private static let machine = "/etc/kiosk-hud/input.rules"

    /// The rules in the file that `HUD_INPUT_RULES` names, else in the machine's own; none where there is no file.
    ///
    /// - Throws: `ConfigurationError` where the file cannot be read or a line is no rule.
    public static func rules() throws(ConfigurationError) -> [InputRule] {
        let named = Environment.value("HUD_INPUT_RULES")
        let path = named ?? machine
        let found = try ConfigurationFile.textIfThere(path, "the rules for input", mayBeMissing: named == nil)
        guard let text = found else { return [] }
        var rules: [InputRule] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            let words = String(line.prefix { $0 != "#" }).split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            guard let rule = InputRule(words.joined(separator: " ")) else {
                throw ConfigurationError(
                    .invalid,
                    "\(path), line \(index + 1): \"\(words.joined(separator: " "))\" is not a rule such as "
                        + "hold:name=Honeywell* or block:kind=touch,bus=usb")
            }
            rules.append(rule)
        }
        return rules
    }
}
