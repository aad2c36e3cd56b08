import HUDSystem
import KioskHUD

/// `hud restore`: puts back what two killed processes left.
enum RestoreCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        let arguments = try Arguments(words, taking: [], flags: [])
        guard arguments.operands.isEmpty else {
            throw Failure(ExitCode.usage, "restore takes no \"\(arguments.operands[0])\"")
        }
        do throws(DisplayError) {
            StandardStreams.complain("hud: " + (try OneShot.restore()))
        } catch {
            throw Failure(ExitCode.of(error.kind), error.description)
        }
        return ExitCode.ok
    }
}
