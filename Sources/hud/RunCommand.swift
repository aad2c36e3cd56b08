import KioskHUD

/// `hud run`: a spinner while a command runs, then a check mark or a cross by how it ended, which is passed on.
enum RunCommand {
    @Sendable static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        guard !arguments.command.isEmpty else {
            throw Failure(
                ExitCode.usage, "usage: hud run [TEXT] -- CMD..., for example: hud run Copying -- cp a b")
        }
        var request = try HUDOptions.request(arguments, usually: .busy)
        try StageOptions.apply(arguments, to: &request)
        // How long the command takes is not known.
        if arguments.text("--max-block") == nil { request.input.maxBlock = .max }

        var show = CommandShow(arguments.command, request)
        show.done = try arguments.checkedText("--done")
        show.failed = try arguments.checkedText("--failed")
        if arguments.text("--for") != nil { show.stay = request.duration }
        show.readsProgress = arguments.has("--progress")
        switch show.run(report: Report.line) {
        case .ended(let status): return status
        case .notStarted(let message, let isMissing): throw Failure(isMissing ? 127 : 126, message)
        }
    }
}
