import HUDSystem
import Synchronization

/// Lines for the user, on standard error.
enum Report {
    private static let said = Mutex<Set<String>>([])

    /// A line.
    static func line(_ text: String) {
        said.withLock { _ = $0.insert(text) }
        StandardStreams.complain("hud: \(text)")
    }

    /// Why the command ends; not a second time where a line has said it.
    static func failure(_ text: String) {
        guard !said.withLock({ $0.contains(text) }) else { return }
        StandardStreams.complain("hud: \(text)")
    }
}
