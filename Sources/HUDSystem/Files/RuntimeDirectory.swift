internal import CLinux
internal import Glibc

/// The folder in /run where processes that know nothing of each other meet: lock, journal, sockets.
///
/// deploy/kiosk-hud.conf says the same to systemd-tmpfiles. Members of the group may make files there, which get the folder's
/// group (the set-group-ID bit), and all of them may use and remove these: each must be able to put back what a killed HUD
/// of another user left on the screen. It has no sticky bit, which would keep them from it.
package enum RuntimeDirectory {
    /// For all who may draw.
    package static let shared = "/run/kiosk-hud"
    /// The group of those who may.
    package static let group = "video"
    /// Its permissions.
    package static let permissions: UInt32 = 0o2770

    /// How it is made by hand.
    package static let command = "install -d -m \(String(permissions, radix: 8)) -g \(group) \(shared)"

    /// What the caller can do where it cannot be used.
    package static var remedy: String {
        Caller.isRoot
            ? "/run must be there and writable, or XDG_RUNTIME_DIR name a folder that is"
            : "root makes it with: \(command); who shows HUDs is in the group \(group)"
    }

    /// The folder to use: the shared one where it can be written, else the user's own in `XDG_RUNTIME_DIR`.
    ///
    /// - Throws: why the shared one cannot be used, where there is no other.
    package static func locate() throws(SystemError) -> String {
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

    /// Opens the file `name` in the folder, or makes it. All users of the folder may use the file.
    ///
    /// - Throws: where it cannot be opened, or is no ordinary file.
    package static func open(_ name: String, in directory: String) throws(SystemError) -> FileDescriptor {
        let path = directory + "/" + name
        while true {
            do throws(SystemError) {
                // Not with one call: in a sticky folder the kernel refuses to open another user's file with O_CREAT
                // (fs.protected_regular).
                return try regular(FileDescriptor.open(path, [.readWrite, .noFollow]))
            } catch {
                guard error.code == ENOENT else { throw error }
            }
            do throws(SystemError) {
                let file = try FileDescriptor.open(
                    path, [.readWrite, .create, .exclusive, .noFollow], permissions: 0o660)
                if let group = FileStatus(path: directory)?.groupID { file.share(withGroup: group) }
                return try regular(file)
            } catch {
                // Another process has made it meanwhile.
                guard error.code == EEXIST else { throw error }
            }
        }
    }

    /// Makes the file `name` in the folder anew: no process has it open. Its owner can write it; those who may use the
    /// folder can read it.
    ///
    /// - Throws: EEXIST where another user's file is there, which the caller may not remove.
    package static func make(_ name: String, in directory: String) throws(SystemError) -> FileDescriptor {
        remove(name, in: directory)
        let file = try FileDescriptor.open(
            directory + "/" + name, [.readWrite, .exclusive, .noFollow], permissions: 0o600)
        if let group = FileStatus(path: directory)?.groupID {
            file.share(withGroup: group, permissions: 0o640)
        }
        return file
    }

    /// Removes a file or link from the folder; whether there is none any more.
    @discardableResult
    package static func remove(_ name: String, in directory: String) -> Bool {
        let path = directory + "/" + name
        switch Syscall.run("unlink", path: path, { unlink(path) }) {
        case .value, .failure(ENOENT): return true
        case .failure: return false
        }
    }

    /// What others can write to may hold anything: a pipe would make us wait for ever.
    private static func regular(_ file: consuming FileDescriptor) throws(SystemError) -> FileDescriptor {
        guard try file.status().isRegular else { throw SystemError("use", file.path, code: EINVAL) }
        return file
    }

    /// Makes the folder where root asks, or gives root's folder of an older version the permissions of this one.
    private static func make(_ path: String) {
        guard Caller.isRoot, let group = getgrnam(group)?.pointee.gr_gid else { return }
        // First for root alone: no user must find it with the wrong group.
        mkdir(path, 0o700)
        guard let folder = try? FileDescriptor.open(path, [.read, .directory, .noFollow]) else { return }
        var status = stat()
        guard fstat(folder.raw, &status) == 0, status.st_uid == 0,
            status.st_gid != group || status.st_mode & 0o7777 != mode_t(permissions)
        else { return }
        fchown(folder.raw, 0, group)
        fchmod(folder.raw, mode_t(permissions))
    }
}
