import HUDScene
import HUDSystem
import KioskHUD

/// The options that say where a HUD shows and what goes with it; `show`, `run` and `progress` share them.
enum StageOptions {
    private static let descriptors = ["--lease-fd", "--drm-fd"]
    /// Options that say where the HUD shows; only one of them may be given. Whether a descriptor is a lease or a card is found
    /// out when it is used.
    private static let places = descriptors + ["--display"]

    static func apply(_ arguments: Arguments, to request: inout ShowRequest) throws(Failure) {
        let given = places.filter { arguments.text($0) != nil }
        guard given.count < 2 else {
            throw Failure(ExitCode.usage, "\(given[0]) and \(given[1]) both say where")
        }
        request.placement.display = try display(arguments)
        for option in descriptors {
            let wanted = "the number of an open descriptor, 3 or more"
            if let descriptor = try arguments.value(option, wanted, Values.descriptor) {
                request.placement.display = .borrowed(descriptor: descriptor)
            }
        }
        request.placement.output = arguments.text("--output")
        if let rotation = try arguments.value("--rotate", "auto, 0, 90, 180 or 270", Rotation.init(_:)) {
            request.placement.rotation = rotation
        }
        try InputOptions.apply(arguments, to: &request)
        request.isVerbose = arguments.has("--verbose")
        request.hasBell = arguments.has("--bell")
        request.grace = try arguments.value("--grace", "a time such as 300ms", Notation.time) ?? 0
        request.least = try arguments.value("--least", "a time such as 500ms", Notation.time) ?? 0
    }

    /// What the command ends with.
    static func outcome(_ ending: ShowEnding) -> (status: Int32, Failure?) {
        switch ending {
        case .gone: (ExitCode.ok, nil)
        case .failed(let kind, let message):
            (ExitCode.of(kind), Failure(ExitCode.of(kind), message))
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
