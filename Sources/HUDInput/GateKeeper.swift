internal import HUDSystem

/// The gate's own thread: starts a guard for each device, passes on what the owner wants, and tells the owner
/// what went wrong.
struct GateKeeper: ~Copyable {
    private let settle: Int64
    private let folders: InputNode.Folders
    private let control: GateControl
    private var guards: [String: DeviceGuard] = [:]
    private var command = GateControl.Command()
    private var tally = GateTally()

    static func start(settle: Int64, folders: InputNode.Folders, control: GateControl) throws(SystemError) {
        try Thread {
            var keeper = GateKeeper(settle: settle, folders: folders, control: control)
            do {
                try keeper.run()
            } catch {
                // Without a way to wait there is no guard either: `run` makes it first.
                control.notify("input is not held off: \(error)")
                _ = control.finish(evenIfClosed: true)
            }
        }.detach()
    }

    private init(settle: Int64, folders: InputNode.Folders, control: GateControl) {
        self.settle = settle
        self.folders = folders
        self.control = control
    }

    private mutating func run() throws(SystemError) {
        let poller = try Poller()
        try poller.add(control.workDescriptor)
        while true {
            control.takeReports().forEach { note($0) }
            follow(control.command)
            if let notices = tally.takeNotices() { notices.forEach { control.notify($0) } }
            if guards.isEmpty, command.goal != .closed, control.finish() { return }
            _ = try poller.wait(until: nil)
        }
    }

    private mutating func follow(_ new: GateControl.Command) {
        guard new != command else { return }
        command = new
        for guardian in guards.values { guardian.ring() }
        if new.goal == .closed { seizeAll() }
    }

    private mutating func seizeAll() {
        guard let nodes = InputNode.all(folders) else {
            return control.notify("input is not held off: there is no \(folders.devices)")
        }
        tally = GateTally()
        for node in nodes where guards[node.path] == nil && node.capabilities?.reasonToPass == nil {
            seize(node)
        }
    }

    private mutating func seize(_ node: InputNode) {
        tally.begin(node)
        do {
            let guardian = try DeviceGuard(node, settle: settle, control: control)
            guards[node.path] = guardian
            try guardian.start()
        } catch {
            note(.failed(node.path, error))
        }
    }

    private mutating func note(_ report: GateControl.Report) {
        tally.note(report)
        switch report {
        case .holding:
            break
        case .ended(let path, let ending):
            let node = guards.removeValue(forKey: path)?.node
            // Let go, and meanwhile wanted again.
            if let node, ending == .letGo, command.goal == .closed { seize(node) }
        case .failed(let path, _), .passed(let path):
            guards[path] = nil
        }
    }
}
