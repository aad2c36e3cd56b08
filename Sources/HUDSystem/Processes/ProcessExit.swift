internal import CLinux
internal import Glibc

/// The end of this process.
public enum ProcessExit {
    /// Ends it with `code`.
    public static func now(_ code: Int32) -> Never {
        exit(code)
    }
}
