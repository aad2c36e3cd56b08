internal import Glibc

/// The folders of the kernel and the system that this program needs, and that a container or an initramfs may lack.
package enum MachineFolders {
    /// What is missing and what that is for, half a sentence each.
    package static func missing() -> [String] {
        [
            ("/proc", "/proc/self", "no program that owns a display can be named"),
            ("/sys", "/sys/class", "displays and input devices are not found"),
            ("/dev", "/dev/null", "there is no device"),
        ].filter { access($0.1, F_OK) != 0 }.map { "\($0.0) is not mounted here: \($0.2)" }
    }
}
