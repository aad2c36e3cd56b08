internal import Glibc

/// A process that has a file open.
package struct FileHolder: Equatable, Sendable {
    /// Its number.
    package let processID: Int
    /// What it is called.
    package let program: String

    /// One that is known.
    package init(processID: Int, program: String) {
        self.processID = processID
        self.program = program
    }

    /// Another process than this one and its parent that has `path` open, as far as the caller may look; nil where none
    /// is to be seen.
    package init?(of path: String) {
        let own = Int(getpid())
        let parent = Int(getppid())
        for name in Files.names(in: "/proc") {
            guard let id = Int(name), id != own, id != parent else { continue }
            let folder = "/proc/\(name)/fd/"
            if Files.names(in: folder).contains(where: { Files.linkTarget(folder + $0) == path }) {
                processID = id
                program = Files.text("/proc/\(name)/comm") ?? "?"
                return
            }
        }
        return nil
    }
}
