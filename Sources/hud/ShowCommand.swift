import HUDSystem
import KioskHUD

/// `hud show`: one HUD; returns when it has gone.
enum ShowCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(
            words,
            taking: HUDOptions.taking + InputOptions.taking + InputOptions.takingLimits
                + ["--display", "--output", "--rotate"],
            repeating: InputOptions.repeating, flags: ["--verbose", "--json"])
        var request = try HUDOptions.request(arguments)
        request.display = try display(arguments)
        request.output = arguments.text("--output")
        if let rotation = try arguments.value("--rotate", "auto, 0, 90, 180 or 270", Rotation.init(_:)) {
            request.rotation = rotation
        }
        try InputOptions.apply(arguments, to: &request)
        request.isVerbose = arguments.has("--verbose")

        var records: [InputRecord] = []
        let ending = OneShot.show(
            request, report: { StandardStreams.complain("hud: \($0)") }, record: { records.append($0) })
        let (status, failure) = outcome(ending)
        if arguments.has("--json") {
            StandardStreams.say(ShowReport.json(status: status, failure?.message, records) + "\n")
        }
        if let failure { throw failure }
        return status
    }

    private static func outcome(_ ending: ShowEnding) -> (status: Int32, Failure?) {
        switch ending {
        case .gone: (ExitCode.ok, nil)
        case .failed(let kind, let message): (ExitCode.of(kind), Failure(ExitCode.of(kind), message))
        case .interrupted(let signal): (128 + signal, nil)
        case .crashed(let message): (ExitCode.internalError, Failure(ExitCode.internalError, message))
        }
    }

    /// `--display`, else the environment's `HUD_DISPLAY`, else whatever suits.
    private static func display(_ arguments: Arguments) throws(Failure) -> DisplayChoice {
        let wanted = "auto, plane[:CARD], kms[:CARD], fb[:PATH] or png:PATH"
        if let choice = try arguments.value("--display", wanted, DisplayChoice.init(_:)) { return choice }
        guard let text = Environment.value("HUD_DISPLAY") else { return .auto }
        guard let choice = DisplayChoice(text) else {
            throw Failure(ExitCode.usage, "HUD_DISPLAY: \"\(text)\" is not \(wanted)")
        }
        return choice
    }
}
