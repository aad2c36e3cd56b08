internal import HUDSystem

/// The gate's own thread: starts a thread for each device, passes on what the owner wants, and tells the owner
/// what went wrong.
struct GateCoordinator: ~Copyable {
    private let settings: GateSettings
    private let control: GateState
    private var threads: [String: DeviceThread] = [:]
    /// Something has happened to these nodes since their threads began.
    private var again: Set<String> = []
    /// What the rules said last of each device.
    private var decided: [String: InputRules.Decision] = [:]
    private var command = GateState.Command()
    private var tally = GateTally()

    static func start(_ settings: GateSettings, control: GateState) throws(SystemError) {
        try Thread {
            var coordinator = GateCoordinator(settings, control: control)
            do {
                try coordinator.run()
            } catch {
                // Without a way to wait there is no other thread either: `run` makes it first.
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
        let activity = ThreadActivity(control)
        defer { activity.end() }
        activity.step()
        let poller = try Poller()
        try poller.add(control.workDescriptor)
        // Before the first look at the folder: nothing is missed. Where it cannot be watched nothing new is seen.
        let folder = try? FolderWatch(settings.folders.devices)
        if let folder { try poller.add(folder.descriptor) }
        let names = NameWatch(settings.folders)
        names.watch(poller)
        while true {
            control.takeReports().forEach { note($0) }
            follow(control.command)
            for name in folder?.names() ?? [] { noteAppearance(of: name) }
            if names.haveChanged(poller) { reconsider() }
            if let notices = tally.takeNotices() {
                notices.forEach { control.notify($0) }
                control.answer()
            }
            if threads.isEmpty, command.goal != .closed, control.finish() { return }
            activity.wait()
            _ = try poller.wait(until: nil)
            activity.step()
        }
    }

    private mutating func follow(_ new: GateState.Command) {
        guard new != command else { return }
        command = new
        for thread in threads.values { thread.wake() }
        if new.goal == .closed { holdAll() }
    }

    private mutating func holdAll() {
        guard let nodes = InputNode.all(settings.folders) else {
            control.notify("input is not held off: there is no \(settings.folders.devices)")
            return control.answer()
        }
        tally = GateTally.new
        for node in nodes where threads[node.path] == nil { hold(node, isLate: false) }
    }

    /// A device has appeared, or the right to open it has changed.
    private mutating func noteAppearance(of name: String) {
        guard command.goal == .closed, let node = InputNode(name, in: settings.folders) else { return }
        if threads[node.path] == nil {
            hold(node, isLate: true)
        } else {
            again.insert(node.path)
        }
    }

    /// udev's links and properties come later than the node, and rules may go by them: a device of which the rules now say
    /// something else is let go, and held off as they say from then on.
    private mutating func reconsider() {
        guard command.goal == .closed else { return }
        for node in InputNode.all(settings.folders) ?? [] {
            let decision = settings.rules.decision(on: node)
            if let thread = threads[node.path] {
                if !thread.decision.isSame(as: decision) { thread.release() }
            } else if decided[node.path].map({ !$0.isSame(as: decision) }) == true {
                hold(node, isLate: true)
            }
        }
    }

    private mutating func hold(_ node: InputNode, isLate: Bool) {
        let decision = settings.rules.decision(on: node)
        decided[node.path] = decision
        guard decision.policy != .pass else { return }
        if !isLate { tally.begin(node) }
        do {
            let thread = try DeviceThread(node, decision, settings, control: control)
            threads[node.path] = thread
            try thread.start()
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
            threads[path] = nil
        case .lost(let path, let scans):
            control.notify("\(scans == 1 ? "1 scan" : "\(scans) scans") on \(path) could not be kept")
        case .escaped(let chord):
            control.leave(chord)
            follow(control.command)
        }
    }

    private mutating func end(_ path: String, tryAgain: Bool) {
        threads[path] = nil
        let isNew = again.remove(path) != nil
        guard tryAgain || isNew, command.goal == .closed, let name = path.split(separator: "/").last,
            let node = InputNode(String(name), in: settings.folders)
        else { return }
        hold(node, isLate: true)
    }
}
