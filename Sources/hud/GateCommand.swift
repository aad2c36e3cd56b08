import HUDSystem
import KioskHUD

/// `hud gate`: a command runs, and input is held off meanwhile. No HUD shows.
enum GateCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(
            words, taking: InputOptions.taking + InputOptions.takingLimits,
            repeating: InputOptions.repeating, flags: [])
        guard !arguments.operands.isEmpty else {
            throw Failure(ExitCode.usage, "which command? for example: hud gate -- sleep 5")
        }
        var command = GatedCommand(arguments.operands)
        try InputOptions.apply(arguments, to: &command)
        switch command.run(report: { StandardStreams.complain("hud: \($0)") }) {
        case .ended(let status): return status
        case .notStarted(let message, let isMissing): throw Failure(isMissing ? 127 : 126, message)
        case .failed(let message): throw Failure(ExitCode.inputOutput, message)
        }
    }
}
