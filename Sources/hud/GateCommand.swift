import KioskHUD

/// `hud gate`: a command runs, and input is held off meanwhile. No HUD shows.
enum GateCommand {
    @Sendable static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        let words = arguments.operands + arguments.command
        guard !words.isEmpty else {
            throw Failure(ExitCode.usage, "usage: hud gate -- CMD..., for example: hud gate -- sleep 5")
        }
        var command = GatedCommand(words)
        try InputOptions.apply(arguments, to: &command)
        switch command.run(report: Report.line) {
        case .ended(let status): return status
        case .notStarted(let message, let isMissing): throw Failure(isMissing ? 127 : 126, message)
        case .failed(let message): throw Failure(ExitCode.inputOutput, message)
        }
    }
}
