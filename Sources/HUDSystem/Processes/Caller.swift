internal import Glibc

/// The user for whom this process runs.
package enum Caller {
    /// Whether it is root, who need not be told what root could do.
    package static var isRoot: Bool { geteuid() == 0 }
}
