internal import CLinux
internal import Glibc

/// The variables this process was started with.
package enum Environment {
    /// A variable's value; nil where it is not set or empty.
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }
}
