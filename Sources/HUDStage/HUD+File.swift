internal import HUDScene
internal import HUDSystem

/// A HUD in a file in memory, to go from one process to another.
extension HUD {
    func file() throws(SystemError) -> FileDescriptor {
        let file = try FileDescriptor.inMemory("hud")
        try file.write(bytes)
        return file
    }

    /// nil where there is no HUD in it.
    init?(file: borrowing FileDescriptor) {
        guard let count = try? file.fileSize() else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        guard count == 0 || (try? file.read(into: &bytes, from: 0)) == count else { return nil }
        self.init(bytes: bytes)
    }
}
