internal import HUDSystem

/// Holds the input of a machine off: every keyboard, pointer and touch panel is this process' alone, from
/// `close()` until it is let go after `open()`.
///
/// It works on threads of its own and never makes its owner wait. What goes wrong is told in notices; the show
/// goes on without. However the process ends, the kernel gives the devices back.
public final class InputGate: Sendable {
    private let settle: Int64
    private let folders: InputNode.Folders
    /// nil, with the reason, where the system has no descriptors left.
    private let control: Result<GateControl, SystemError>

    /// A gate that stands open. After `open()` a key that is held down is waited for no longer than `settle`
    /// nanoseconds.
    public convenience init(settle: Int64) {
        self.init(settle: settle, folders: InputNode.Folders())
    }

    /// For tests: other places than /dev/input and /sys/class/input.
    package convenience init(settle: Int64, devices: String, system: String) {
        self.init(settle: settle, folders: InputNode.Folders(devices: devices, system: system))
    }

    private init(settle: Int64, folders: InputNode.Folders) {
        self.settle = settle
        self.folders = folders
        do {
            control = .success(try GateControl())
        } catch {
            control = .failure(error)
        }
    }

    deinit {
        forceOpen()
    }

    /// Begins to hold the input off, and returns at once. Also while it is still being let go.
    public func close() {
        guard let control = try? control.get(), control.want(.closed) else { return }
        do {
            try GateKeeper.start(settle: settle, folders: folders, control: control)
        } catch {
            control.notify("input is not held off: \(error)")
            _ = control.finish(evenIfClosed: true)
        }
    }

    /// Begins to let go, and returns at once: a device is let go when nothing on it is pressed.
    public func open() {
        _ = try? control.get().want(.open)
    }

    /// Lets everything go now, held keys and fingers or not, and returns when that is done (some 50 ms).
    public func forceOpen() {
        guard let control = try? control.get() else { return }
        _ = control.want(.forced)
        control.waitForRest()
    }

    /// Every device has been let go.
    public var isOpen: Bool {
        (try? control.get().isRunning) != true
    }

    /// Readable when there are new notices, or the gate has become open; -1 where the system has none left.
    public var descriptor: Int32 {
        (try? control.get().descriptor) ?? -1
    }

    /// What has gone wrong since this was last called, a line each; quiets `descriptor`.
    public func takeNotices() -> [String] {
        switch control {
        case .success(let control): control.takeNotices()
        case .failure(let error): ["input is not held off: \(error)"]
        }
    }

    /// All input devices, and what would become of each. Opens none.
    public static func survey() -> [InputReport] {
        survey(InputNode.Folders())
    }

    /// For tests: other places than /dev/input and /sys/class/input.
    package static func survey(devices: String, system: String) -> [InputReport] {
        survey(InputNode.Folders(devices: devices, system: system))
    }

    private static func survey(_ folders: InputNode.Folders) -> [InputReport] {
        (InputNode.all(folders) ?? []).map { InputReport($0) }
    }
}
