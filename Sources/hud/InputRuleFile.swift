import HUDSystem
import KioskHUD

/// The rules for input devices that hold on a machine, a line each as `--input-rule` takes them; `#` begins a remark.
enum InputRuleFile {
    private static let machine = "/etc/kiosk-hud/input.rules"

    static func rules() throws(Failure) -> [InputRule] {
        let named = Environment.value("HUD_INPUT_RULES")
        let path = named ?? machine
        guard let text = Files.text(path) else {
            // One that is there and cannot be read is not as good as none.
            if named == nil && !Files.exists(path) { return [] }
            throw Failure(ExitCode.noInput, "cannot read the rules for input in \(path)")
        }
        var rules: [InputRule] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let words = String(line.prefix { $0 != "#" }).split(whereSeparator: \.isWhitespace)
            if words.isEmpty { continue }
            guard let rule = InputRule(words.joined(separator: " ")) else {
                throw Failure(
                    ExitCode.badConfiguration,
                    "\(path), line \(index + 1): \"\(words.joined(separator: " "))\" is not a rule such as "
                        + "hold:name=Honeywell* or block:kind=touch,bus=usb")
            }
            rules.append(rule)
        }
        return rules
    }
}
