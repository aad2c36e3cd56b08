internal import HUDSystem

/// Holds the input of a machine off: every device that the rules do not pass is this process' alone, from `close()`
/// until it is let go after `open()`. A device that is plugged in meanwhile is, too.
///
/// It works on threads of its own and never makes its owner wait. What goes wrong is told in notices; the show
/// goes on without. However the process ends, the kernel gives the devices back.
public final class InputGate: Sendable {
    private let settings: GateSettings
    /// nil, with the reason, where the system has no descriptors left.
    private let control: Result<GateState, SystemError>

    /// A gate that stands open. After `open()` a key that is held down is waited for no longer than `settle`
    /// nanoseconds.
    public convenience init(settle: Int64, rules: InputRules = InputRules()) {
        self.init(GateSettings(settle: settle, rules: rules))
    }

    /// For tests: other places than /dev/input and /sys/class/input.
    package convenience init(
        settle: Int64, rules: InputRules = InputRules(), devices: String, system: String,
        udev: String = "/nowhere"
    ) {
        self.init(
            GateSettings(
                settle: settle, rules: rules,
                folders: InputNode.Folders(devices: devices, system: system, udev: udev)))
    }

    private init(_ settings: GateSettings) {
        self.settings = settings
        do {
            control = .success(try GateState())
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
            try GateCoordinator.start(settings, control: control)
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

    /// Every device that there was when the gate was closed is held off, or cannot be; `descriptor` tells.
    public var isClosed: Bool {
        (try? control.get())?.hasAnswered ?? true
    }

    /// Whether all that was held off and kept has been delivered, or given up, so that `records` are final about it. It is
    /// not while a device that has kept something is held off, is waited for, or is being written to. `descriptor` tells
    /// when it becomes true. It does at the latest when the gate is open, which may take as long as `settle`, twice, for a
    /// device with a key down; an owner that reports this bounds its wait.
    package var isDelivered: Bool {
        (try? control.get())?.isDelivered ?? true
    }

    /// A number that grows with each step that a thread of the gate completes: a device opened, examined, grabbed, let go,
    /// read, written to. While it grows the gate works, however slowly. It stands still while nothing happens (then
    /// `oldestStep` is nil), and when every thread that has something to do hangs.
    package var progress: Int {
        (try? control.get())?.progress ?? 0
    }

    /// When the step began that one of the gate's threads has been in for longest, as a value of `Clock.now()`; nil while
    /// all of them wait for something to happen. Letting go of a device is a step of 32 ms, an open of 58; on a machine that
    /// is busy each may take as long as the other threads need, and `progress` grows meanwhile. A thread hangs where this
    /// stays the same for long and the processor is not short.
    package var oldestStep: Int64? {
        (try? control.get())?.oldestStep
    }

    /// What became of each device, and of what it said, since the gate was closed.
    public var records: [InputRecord] {
        (try? control.get())?.records ?? []
    }

    /// The chord or key with which a person wants to leave ("Ctrl+Alt+F2", "Power"), since the gate was closed: it has been
    /// let through, and all devices are being let go.
    public var escape: String? {
        try? control.get().escape
    }

    /// Readable when there are new notices or an escape, or the gate is closed or has become open; -1 where the system has none left.
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
    public static func survey(_ rules: InputRules = InputRules()) -> [InputReport] {
        survey(rules, InputNode.Folders())
    }

    /// For tests: other places than /dev/input, /sys/class/input, /run/udev/data and /dev.
    package static func survey(
        _ rules: InputRules = InputRules(), devices: String, system: String, udev: String = "/nowhere",
        raw: String = "/nowhere"
    ) -> [InputReport] {
        survey(rules, InputNode.Folders(devices: devices, system: system, raw: raw, udev: udev))
    }

    private static func survey(_ rules: InputRules, _ folders: InputNode.Folders) -> [InputReport] {
        (InputNode.all(folders) ?? []).map { InputReport($0, rules) }
    }
}
