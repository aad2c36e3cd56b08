import HUDSystem
import Synchronization

/// Lines for the user, on standard error, and what a command prints.
enum Report {
    private static let said = Mutex<Set<String>>([])

    /// A line.
    static func line(_ text: String) {
        said.withLock { _ = $0.insert(text) }
        StandardStreams.complain("hud: \(text)")
    }

    /// What was asked for, on standard output.
    static func print(_ text: String) throws(Failure) {
        do throws(SystemError) {
            try StandardStreams.say(text)
        } catch {
            throw Failure(ExitCode.inputOutput, error.description)
        }
    }

    /// Why the command ends; not a second time where a line has said it.
    static func failure(_ text: String) {
        guard !said.withLock({ $0.contains(text) }) else { return }
        StandardStreams.complain("hud: \(text)")
    }
}
