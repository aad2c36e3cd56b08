import Glibc
import HUDSystem
import TestSupport
import Testing

struct LocalSocketTests {
    @Test func theCallerKnowsWhoWaits() throws {
        let folder = try TemporaryDirectory()
        let waiting = try LocalSocket.listen(at: folder.path + "/socket")
        let line = try LocalSocket.connect(to: folder.path + "/socket")
        #expect(LocalSocket.listener(of: line) == getpid())
        withExtendedLifetime(waiting) {}
    }
}
