/// Which virtual console is on the screen.
package final class ActiveConsole {
    private let file: FileDescriptor

    /// nil where the kernel has none, or does not tell. `path` is for tests.
    package init?(path: String = "/sys/class/tty/tty0/active") {
        guard let file = try? FileDescriptor.open(path, .read) else { return nil }
        self.file = file
    }

    /// To be watched with `Poller.addForChange`; quiet again after `name()`.
    package var descriptor: Int32 { file.raw }

    /// "tty1"; nil where it cannot be read.
    package func name() -> String? {
        var bytes = [UInt8](repeating: 0, count: 64)
        guard let count = try? file.read(into: &bytes, from: 0) else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
    }

    /// Waits until the kernel has drawn the console that `name()` says: it says so before it draws, and does both
    /// under a lock that the reader of another file takes (drivers/tty/vt/vt.c, `redraw_screen`; tty_io.c,
    /// `show_cons_active`).
    package func waitUntilDrawn() {
        _ = Files.text("/sys/class/tty/console/active")
    }
}
