internal import HUDSystem

/// The gate's own thread: starts a guard for each device, passes on what the owner wants, and tells the owner
/// what went wrong.
struct GateCoordinator: ~Copyable {
    private let settings: GateSettings
    private let control: GateState
    private var guards: [String: DeviceThread] = [:]
    /// Something has happened to these nodes since their guards began.
    private var again: Set<String> = []
    private var command = GateState.Command()
    private var tally = GateTally()

    static func start(_ settings: GateSettings, control: GateState) throws(SystemError) {
        try Thread {
            var keeper = GateCoordinator(settings, control: control)
            do {
                try keeper.run()
            } catch {
                // Without a way to wait there is no guard either: `run` makes it first.
                control.notify("input is not held off: \(error)")
                _ = control.finish(evenIfClosed: true)
            }
        }.detach()
    }

    private init(_ settings: GateSettings, control: GateState) {
        self.settings = settings
        self.control = control
    }

    private mutating func run() throws(SystemError) {
        let poller = try Poller()
        try poller.add(control.workDescriptor)
        // Before the first look at the folder: nothing is missed. Where it cannot be watched nothing new is seen.
        let folder = try? FolderWatch(settings.folders.devices)
        if let folder { try poller.add(folder.descriptor) }
        while true {
            control.takeReports().forEach { note($0) }
            follow(control.command)
            for name in folder?.names() ?? [] { meet(name) }
            if let notices = tally.takeNotices() {
                notices.forEach { control.notify($0) }
                control.answer()
            }
            if guards.isEmpty, command.goal != .closed, control.finish() { return }
            _ = try poller.wait(until: nil)
        }
    }

    private mutating func follow(_ new: GateState.Command) {
        guard new != command else { return }
        command = new
        for guardian in guards.values { guardian.ring() }
        if new.goal == .closed { seizeAll() }
    }

    private mutating func seizeAll() {
        guard let nodes = InputNode.all(settings.folders) else {
            control.notify("input is not held off: there is no \(settings.folders.devices)")
            return control.answer()
        }
        tally = GateTally.new
        for node in nodes where guards[node.path] == nil { seize(node, isLate: false) }
    }

    /// A device has appeared, or the right to open it has changed.
    private mutating func meet(_ name: String) {
        guard command.goal == .closed, let node = InputNode(name, in: settings.folders) else { return }
        if guards[node.path] == nil {
            seize(node, isLate: true)
        } else {
            again.insert(node.path)
        }
    }

    private mutating func seize(_ node: InputNode, isLate: Bool) {
        let decision = settings.rules.decision(on: node)
        guard decision.policy != .pass else { return }
        if !isLate { tally.begin(node) }
        do {
            let guardian = try DeviceThread(node, decision, settings, control: control)
            guards[node.path] = guardian
            try guardian.start()
        } catch {
            note(.failed(node.path, error))
        }
    }

    private mutating func note(_ report: GateState.Report) {
        tally.note(report)
        switch report {
        case .holding(let path, _):
            again.remove(path)
        case .busy:
            break
        case .ended(let path, let ending):
            // Let go, and meanwhile wanted again; or unplugged, and plugged in again.
            end(path, tryAgain: ending == .ungrab)
        case .failed(let path, _):
            end(path, tryAgain: false)
        case .passed(let path):
            guards[path] = nil
        case .lost(let path, let scans):
            control.notify("\(scans == 1 ? "1 scan" : "\(scans) scans") on \(path) could not be kept")
        case .escaped(let chord):
            control.leave(chord)
            follow(control.command)
        }
    }

    private mutating func end(_ path: String, tryAgain: Bool) {
        guards[path] = nil
        let isNew = again.remove(path) != nil
        guard tryAgain || isNew, command.goal == .closed, let name = path.split(separator: "/").last,
            let node = InputNode(String(name), in: settings.folders)
        else { return }
        seize(node, isLate: true)
    }
}
