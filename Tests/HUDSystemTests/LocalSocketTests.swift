import Foundation
import Glibc
import HUDSystem
import TestSupport
import Testing

struct LocalSocketTests {
    @Test func theCallerKnowsWhoWaits() throws {
        let folder = try TemporaryDirectory()
        let waiting = try LocalSocket.listen(at: folder.path + "/socket", group: getgid())
        let line = try LocalSocket.connect(to: folder.path + "/socket")
        #expect(LocalSocket.listener(of: line) == getpid())
        withExtendedLifetime(waiting) {}
    }

    /// Whatever mask was inherited: the group may call, and no other user.
    @Test(arguments: [mode_t(0), 0o77, 0o777]) func theGroupMayCall(_ mask: mode_t) throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/socket"
        let before = umask(mask)
        defer { umask(before) }
        let waiting = try LocalSocket.listen(at: path, group: getgid())
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        withExtendedLifetime(waiting) {}
    }

    /// What lies there already is replaced, if it is this user's.
    @Test func anOldSocketIsReplaced() throws {
        let folder = try TemporaryDirectory()
        for _ in 0..<2 { _ = try LocalSocket.listen(at: folder.path + "/socket", group: getgid()) }
        #expect(throws: SystemError.self) { _ = try LocalSocket.connect(to: folder.path + "/socket") }
    }
}

struct RuntimeDirectoryTests {
    /// systemd-tmpfiles makes the folder as the program does.
    @Test func tmpfilesAgrees() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appendingPathComponent("deploy/kiosk-hud.conf"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let permissions = String(RuntimeDirectory.permissions, radix: 8)
        #expect(lines == ["d \(RuntimeDirectory.shared) \(permissions) root \(RuntimeDirectory.group)"])
        #expect(RuntimeDirectory.command.contains(" -m \(permissions) -g "))
    }

    @Test func filesAreForTheGroupWhateverTheMask() throws {
        let folder = try TemporaryDirectory()
        let before = umask(0o77)
        defer { umask(before) }
        for _ in 0..<2 { _ = try RuntimeDirectory.open("lock", in: folder.path) }
        var status = stat()
        #expect(stat(folder.path + "/lock", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
    }

    @Test func whatIsNoFileIsRefusedAtOnce() throws {
        let folder = try TemporaryDirectory()
        mkfifo(folder.path + "/pipe", 0o600)
        symlink("/etc/passwd", folder.path + "/link")
        mkdir(folder.path + "/folder", 0o700)
        for name in ["pipe", "link", "folder"] {
            #expect(throws: SystemError.self) { _ = try RuntimeDirectory.open(name, in: folder.path) }
        }
    }
}
