internal import HUDSystem

/// Holds one device off, on a thread of its own: letting go takes 32 ms, a first open up to 58, and no device waits
/// for another.
final class DeviceThread: Sendable {
    let node: InputNode
    private let decision: InputRules.Decision
    private let settings: GateSettings
    private let control: GateState
    private let log: DeviceLog
    private let wakeUp: EventFD

    init(
        _ node: InputNode, _ decision: InputRules.Decision, _ settings: GateSettings, control: GateState
    ) throws(SystemError) {
        self.node = node
        self.decision = decision
        self.settings = settings
        self.control = control
        log = DeviceLog(
            InputRecord(
                path: node.path, name: node.name, kind: node.kind, policy: decision.policy,
                reason: decision.reason))
        wakeUp = try EventFD()
    }

    /// Starts the thread.
    func start() throws(SystemError) {
        try Thread { self.run() }.detach()
    }

    /// There is a new command.
    func wake() { wakeUp.signal() }

    private func run() {
        // The kernel keeps 64 events for a reader: some ten characters of a scan.
        Thread.useRealtimePriority()
        let activity = ThreadActivity(control)
        defer { activity.end() }
        activity.step()
        do throws(SystemError) {
            let isHolding = decision.policy == .hold
            let device = try InputDevice(path: node.path, hearsAll: isHolding)
            // Where /sys did not tell.
            guard node.capabilities != nil || device.capabilities.reasonToPass == nil else {
                return control.report(.passed(node.path))
            }
            control.keep(log)
            if isHolding, let error = device.writeError { throw error }
            let poller = try Poller()
            try poller.add(device.main.file.raw)
            try poller.add(wakeUp.descriptor)
            let ending = try holdOff(device, poller, activity)
            log.update { $0.state = ending == .gone ? .gone : .open }
            // Told before the device is closed, which takes as long as letting it go.
            control.report(.ended(node.path, ending))
        } catch {
            control.keep(log)
            log.update { $0.state = .failed }
            control.report(.failed(node.path, error))
        }
    }

    private func holdOff(
        _ device: InputDevice, _ poller: borrowing Poller, _ activity: ThreadActivity
    ) throws(SystemError) -> DeviceSequence.Ending {
        var patience = Patience()
        while true {
            // Another of this program's processes may still wait for a key to come up, or deliver a scan.
            if device.tryLock() {
                var session = GrabSession(
                    device, decision, settings, control: control, log: log, activity: activity)
                let ending = try session.run(poller, wakeUp: wakeUp)
                guard ending == .busy else { return ending }
                log.update { $0.state = .busy }
                control.report(.busy(node.path))
            } else {
                device.awaitLock()
            }
            guard control.command.goal == .closed else { return .ungrab }
            activity.wait()
            let events = try poller.wait(until: patience.next())
            activity.step()
            if events.contains(where: { $0.descriptor == wakeUp.descriptor }) { wakeUp.drain() }
            if events.contains(where: { $0.descriptor == device.main.file.raw }) {
                _ = try device.main.read()
            }
        }
    }

    /// How often a device is asked for that somebody else has: often at first, for processes that are about to end.
    private struct Patience {
        private var tries = 0

        mutating func next() -> Int64 {
            tries += 1
            return Clock.now() + (tries <= 200 ? 5_000_000 : 100_000_000)
        }
    }
}
