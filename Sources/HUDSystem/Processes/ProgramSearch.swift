internal import CLinux
internal import Glibc

/// Which file a program's name means.
package enum ProgramSearch {
    /// Why a program could not be started, in half a sentence; nil if it could. A name without a slash is looked up along
    /// PATH.
    package static func fault(of name: String) -> String? {
        if name.contains("/") { return fault(at: name) }
        let folders = (Environment.value("PATH") ?? "/bin:/usr/bin").split(separator: ":")
        if folders.contains(where: { fault(at: "\($0)/\(name)") == nil }) { return nil }
        return "there is no program \(name) along PATH"
    }

    private static func fault(at path: String) -> String? {
        guard let status = FileStatus(path: path) else { return "cannot run \(path): \(reason())" }
        guard status.isRegular else { return "cannot run \(path): it is no ordinary file" }
        return access(path, X_OK) == 0 ? nil : "cannot run \(path): \(reason())"
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
