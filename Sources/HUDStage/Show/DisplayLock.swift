package import HUDSystem

/// The right to draw: one HUD at a time.
///
/// The lock belongs to the open file, so the front and the worker, who inherits it, hold it together: it is free
/// when both have closed it, which they do when the screen is given back.
package final class DisplayLock {
    private let file: FileDescriptor

    /// Takes the lock in `directory`; nil where another HUD has it.
    package init?(in directory: String) throws(SystemError) {
        file = try RuntimeDirectory.open("display.lock", in: directory)
        guard try file.tryLock() else { return nil }
    }

    /// What a process that inherited the lock closes to give it up.
    var descriptor: Int32 { file.raw }
}
