internal import CLinux
internal import Glibc

/// Tells of files that appear in a folder, or whose rights change (inotify(7)).
package final class FolderWatch: Sendable {
    private let file: FileDescriptor

    /// Watches from now on.
    package init(_ folder: String) throws(SystemError) {
        let raw = try Syscall.run("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }
            .get("create", "a watch on a folder")
        let file = FileDescriptor(owning: raw, path: folder)
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)
        _ = try Syscall.run("inotify_add_watch", path: folder) { inotify_add_watch(raw, folder, mask) }
            .get("watch", folder)
        self.file = file
    }

    /// Readable when there are names.
    package var descriptor: Int32 { file.raw }

    /// What has appeared or changed since this was last called, once each; some of it may have gone again. Where the
    /// kernel had no room for all, everything that is there.
    package func names() -> [String] {
        var names: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while let count = try? file.read(into: &buffer), count > 0 {
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset < count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    offset = start + Int(event.len)
                    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { names += Files.names(in: file.path) }
                    let name = String(
                        decoding: bytes[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
                    if !name.isEmpty, !names.contains(name) { names.append(name) }
                }
            }
        }
        return names
    }
}
