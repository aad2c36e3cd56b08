import KioskHUD

/// `hud restore`: puts back what two killed processes left.
enum RestoreCommand {
    @Sendable static func run(_ arguments: Arguments) throws(Failure) -> Int32 {
        try arguments.expectNoOperand("restore")
        do throws(DisplayError) {
            Report.line(try OneShot.restore())
        } catch {
            throw Failure(ExitCode.of(error.kind), error.description)
        }
        return ExitCode.ok
    }
}
