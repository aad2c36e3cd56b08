import Foundation
import HUDSystem
import Testing

struct ConsoleTests {
    /// A kernel without virtual consoles, or a container without its files.
    @Test func whereThereIsNoneNobodyAsks() {
        #expect(ActiveConsole(path: "/nonexistent/active") == nil)
    }

    @Test func itIsTheOneThatTheKernelNames() throws {
        let path = "/tmp/hud-console-\(getpid())"
        defer { unlink(path) }
        try "tty1\n".write(toFile: path, atomically: false, encoding: .utf8)
        let console = try #require(ActiveConsole(path: path))
        #expect(console.name() == "tty1")
        try "tty12\n".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(console.name() == "tty12")
    }
}
