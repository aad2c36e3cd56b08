import HUDSystem
import KioskHUD

/// `hud show`: one HUD; returns when it has gone.
enum ShowCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(
            words,
            taking: HUDOptions.taking + [
                "--display", "--lease-fd", "--output", "--rotate", "--input", "--settle",
            ],
            flags: ["--verbose"])
        var request = try HUDOptions.request(arguments)
        request.display = try display(arguments)
        let wanted = "the number of an open descriptor, 3 or more"
        if let lease = try arguments.value("--lease-fd", wanted, Values.descriptor) {
            guard arguments.text("--display") == nil else {
                throw Failure(ExitCode.usage, "--lease-fd and --display both say where")
            }
            request.display = .lease(descriptor: lease)
        }
        request.output = arguments.text("--output")
        if let rotation = try arguments.value("--rotate", "auto, 0, 90, 180 or 270", Rotation.init(_:)) {
            request.rotation = rotation
        }
        let policy = try arguments.value("--input", "block or pass", InputPolicy.init(rawValue:))
        request.holdsInput = policy != .pass
        if let settle = try arguments.value("--settle", "a time such as 5s", Values.time) {
            request.settle = settle
        }
        request.isVerbose = arguments.has("--verbose")

        switch OneShot.show(request, report: { StandardStreams.complain("hud: \($0)") }) {
        case .gone: return ExitCode.ok
        case .failed(let kind, let message): throw Failure(ExitCode.of(kind), message)
        case .interrupted(let signal): return 128 + signal
        case .crashed(let message): throw Failure(ExitCode.internalError, message)
        }
    }

    private enum InputPolicy: String {
        case block
        case pass
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
