internal import HUDSystem
internal import Synchronization

/// The ungrabs that a gate's threads have under way, each of which changes the lock lights of all devices: when the last one
/// has ended the lights are put back.
final class Ungrabs: Sendable {
    private struct State {
        var count = 0
        /// As they were before the first one began; nil where they are another console's by now.
        var before: AllLockLights?
    }

    private let state = Mutex(State())

    /// Does `ungrab`, one of several at the same time.
    ///
    /// - Parameter isAtHome: the console on the screen is still the one for which the device was grabbed. Else the lights are
    ///   to be the new one's.
    func perform(
        _ folders: InputNode.Folders, isAtHome: Bool, _ ungrab: () throws(SystemError) -> Void
    ) throws(SystemError) {
        state.withLock { state in
            if state.count == 0 {
                state.before = AllLockLights(devices: folders.devices, system: folders.system)
            }
            if !isAtHome { state.before = nil }
            state.count += 1
        }
        defer {
            state.withLock { state in
                state.count -= 1
                if state.count == 0 { state.before?.restore() }
            }
        }
        try ungrab()
    }
}
