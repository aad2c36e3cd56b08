internal import CLinux
internal import Glibc

/// The folder in /run where processes that know nothing of each other meet: lock, journal, socket.
public enum RuntimeDirectory {
    /// For everybody who may draw; made by root or by systemd-tmpfiles for the group `video`.
    public static let shared = "/run/kiosk-hud"

    /// The folder to use: the shared one where it can be written, else the user's own in `XDG_RUNTIME_DIR`.
    public static func locate() throws(SystemError) -> String {
        make(shared)
        if access(shared, W_OK | X_OK) == 0 { return shared }
        let reason = errno
        if let user = getenv("XDG_RUNTIME_DIR") {
            let path = String(cString: user) + "/kiosk-hud"
            mkdir(path, 0o700)
            if access(path, W_OK | X_OK) == 0 { return path }
        }
        throw SystemError("write", shared, code: reason)
    }

    /// Opens the file `name` in the folder, or makes it; whoever may use the folder may use the file.
    public static func open(_ name: String, in directory: String) throws(SystemError) -> FileDescriptor {
        let path = directory + "/" + name
        do throws(SystemError) {
            // Not with one call: in a sticky folder the kernel refuses to open another's file with O_CREAT.
            return try regular(FileDescriptor.open(path, [.readWrite, .noFollow]))
        } catch {
            guard error.isMissing else { throw error }
        }
        let file = try FileDescriptor.open(path, [.readWrite, .create, .noFollow], permissions: 0o660)
        if let group = FileStatus(path: directory)?.groupID { file.share(withGroup: group) }
        return try regular(file)
    }

    /// What others can write to may hold anything: a pipe would make us wait for ever.
    private static func regular(_ file: consuming FileDescriptor) throws(SystemError) -> FileDescriptor {
        guard try file.status().isRegular else { throw SystemError("use", file.path, code: EINVAL) }
        return file
    }

    /// Makes the folder where root asks: group `video`, which files made in it inherit.
    private static func make(_ path: String) {
        guard mkdir(path, 0o2770) == 0, let group = getgrnam("video") else { return }
        chown(path, uid_t.max, group.pointee.gr_gid)
        chmod(path, 0o2770)
    }
}
