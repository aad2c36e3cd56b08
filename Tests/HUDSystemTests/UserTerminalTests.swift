import HUDSystem
import Testing

/// The terminal that a person types at.
struct UserTerminalTests {
    /// What was typed before the terminal is made raw is read as it was typed, the key for the end of the file too.
    @Test func whatWasTypedBeforeIsKept() throws {
        let terminal = try PseudoTerminal()
        let user = try FileDescriptor.open(terminal.path, [.readWrite, .noTerminal])
        #expect(terminal.write(Array("a\n\u{4}".utf8)) == 3)
        let poller = try Poller()
        try poller.add(user.raw)
        #expect(try !poller.wait(until: Clock.now() + 2_000_000_000).isEmpty)
        var keys = UserTerminal(user.raw)
        keys.makeRaw()
        #expect(terminal.write([0, 4]) == 2)
        var typed: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 2)
        while typed.count < 5, let count = keys.read(into: &buffer), count > 0 { typed += buffer[..<count] }
        // A zero byte that is typed afterwards is one.
        #expect(typed == [0x61, 0x0A, 4, 0, 4])
    }
}
