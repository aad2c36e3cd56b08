public import HUDSystem

/// The right to draw: one HUD at a time.
///
/// The lock belongs to the open file, so the front and the worker, who inherits it, hold it together: it is free
/// when both have closed it, which they do when the screen is given back.
public struct DisplayLock: ~Copyable {
    let file: FileDescriptor

    /// Takes the lock in `directory`; nil where another HUD has it.
    public init?(in directory: String) throws(SystemError) {
        let file = try RuntimeDirectory.open("display.lock", in: directory)
        guard try file.tryLock() else { return nil }
        self.file = file
    }
}
