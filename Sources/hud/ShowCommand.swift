import HUDSystem
import KioskHUD

/// `hud show`: one HUD; returns when it has gone.
enum ShowCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(
            words,
            taking: HUDOptions.taking + InputOptions.taking + ["--display", "--settle", "--max-block"],
            repeating: InputOptions.repeating, flags: ["--verbose"])
        var request = try HUDOptions.request(arguments)
        request.display = try display(arguments)
        request.input = try InputOptions.rules(arguments)
        if let settle = try arguments.value("--settle", "a time such as 5s", Values.time) {
            request.settle = settle
        }
        if let maxBlock = try arguments.value("--max-block", "a time such as 30s", Values.time) {
            request.maxBlock = maxBlock
        }
        request.isVerbose = arguments.has("--verbose")

        switch OneShot.show(request, report: { StandardStreams.complain("hud: \($0)") }) {
        case .gone: return ExitCode.ok
        case .failed(let kind, let message): throw Failure(ExitCode.of(kind), message)
        case .interrupted(let signal): return 128 + signal
        case .crashed(let message): throw Failure(ExitCode.internalError, message)
        }
    }

    /// `--display`, else the environment's `HUD_DISPLAY`, else whatever suits.
    private static func display(_ arguments: Arguments) throws(Failure) -> DisplayChoice {
        let wanted = "auto, plane[:CARD], fb[:PATH] or png:PATH"
        if let choice = try arguments.value("--display", wanted, DisplayChoice.init(_:)) { return choice }
        guard let text = Environment.value("HUD_DISPLAY") else { return .auto }
        guard let choice = DisplayChoice(text) else {
            throw Failure(ExitCode.usage, "HUD_DISPLAY: \"\(text)\" is not \(wanted)")
        }
        return choice
    }
}
