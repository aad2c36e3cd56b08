internal import CLinux
internal import Glibc

/// The end of this process.
package enum ProcessExit {
    /// Ends it with `code`.
    package static func now(_ code: Int32) -> Never {
        exit(code)
    }
}
