internal import HUDSystem

/// Holds the input of a machine off: every keyboard, pointer and touch panel is this process' alone, from
/// `close()` until it is let go after `open()`.
///
/// It works on threads of its own and never makes its owner wait. What goes wrong is told in notices; the show
/// goes on without. However the process ends, the kernel gives the devices back.
public final class InputGate: Sendable {
    /// A gate that stands open. After `open()` a key that is held down is waited for no longer than `settle`
    /// nanoseconds.
    public init(settle: Int64) {}

    deinit {
        forceOpen()
    }

    /// Begins to hold the input off, and returns at once. Also while it is still being let go.
    public func close() {}

    /// Begins to let go, and returns at once: a device is let go when nothing on it is pressed.
    public func open() {}

    /// Lets everything go now, held keys and fingers or not, and returns when that is done (some 50 ms).
    public func forceOpen() {}

    /// Every device has been let go.
    public var isOpen: Bool { true }

    /// Readable when there are new notices, or the gate has become open; -1 where the system has none to give.
    public var descriptor: Int32 { -1 }

    /// What has gone wrong since this was last called, a line each; quiets `descriptor`.
    public func takeNotices() -> [String] { [] }

    /// All input devices, and what would become of each. Opens none.
    public static func survey() -> [InputReport] { [] }
}
