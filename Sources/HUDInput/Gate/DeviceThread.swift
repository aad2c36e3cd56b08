internal import HUDSystem
internal import Synchronization

/// Holds one device off, on a thread of its own: letting go takes 32 ms, a first open up to 58, and no device waits
/// for another.
final class DeviceThread: Sendable {
    let node: InputNode
    let decision: InputRules.Decision
    private let settings: GateSettings
    private let control: GateState
    private let log: DeviceLog
    private let wakeUp: EventFD
    private let isUnwanted = Atomic<Bool>(false)

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

    /// Lets this device go, though the others stay held off: the rules say something else of it than before.
    func release() {
        isUnwanted.store(true, ordering: .releasing)
        wake()
    }

    private func run() {
        // The kernel keeps 64 events for a reader: some ten characters of a scan.
        Thread.useRealtimePriority()
        let activity = ThreadActivity(control)
        defer { activity.end() }
        activity.step()
        var isKept = false
        do throws(SystemError) {
            let isHolding = decision.policy == .hold
            let device = try InputDevice(path: node.path, hearsAll: isHolding)
            // Where /sys did not tell.
            guard node.capabilities != nil || device.capabilities.reasonToPass == nil else {
                return control.report(.passed(node.path))
            }
            control.keep(log)
            isKept = true
            if isHolding, let error = device.writeError { throw error }
            let poller = try Poller()
            try poller.add(device.main.file.raw)
            try poller.add(wakeUp.descriptor)
            let ending = try holdOff(device, poller, activity)
            log.update { $0.state = ending == .gone ? .gone : .open }
            // Told before the device is closed, which takes as long as letting it go.
            control.report(.ended(node.path, ending))
        } catch {
            // Unplugged before it could be used: nothing was held off and nothing is wrong.
            guard !error.isMissing || isKept else { return control.report(.failed(node.path, error)) }
            control.keep(log)
            log.update { $0.state = error.isMissing ? .gone : .failed }
            control.report(.failed(node.path, error))
        }
    }

    private func holdOff(
        _ device: InputDevice, _ poller: Poller, _ activity: ThreadActivity
    ) throws(SystemError) -> DeviceSequence.Ending {
        var patience = Patience()
        var undelivered: [[[InputEvent]]] = []
        while true {
            // Another of this program's processes may still wait for a key to come up, or deliver a scan.
            if device.tryLock() {
                var session = GrabSession(
                    device, decision, settings, control: control, log: log, activity: activity,
                    undelivered: undelivered, isUnwanted: { self.isUnwanted.load(ordering: .acquiring) })
                let ending = try session.run(poller, wakeUp: wakeUp)
                undelivered = session.undelivered
                if ending == .ungrab, !undelivered.isEmpty { continue }
                guard ending == .busy else { return ending }
                log.update { $0.state = .busy }
                control.report(.busy(node.path))
            } else {
                device.awaitLock()
            }
            guard control.command.goal == .closed, !isUnwanted.load(ordering: .acquiring) else {
                return .ungrab
            }
            activity.wait()
            let events = try poller.wait(until: patience.next())
            activity.step()
            if events.contains(where: { $0.descriptor == wakeUp.descriptor }) { wakeUp.drain() }
            if events.contains(where: { $0.descriptor == device.main.file.raw }) {
                _ = try device.main.read()
            }
        }
    }

    /// How often a device is asked for that another process has: often at first, for processes that are about to end.
    private struct Patience {
        private var pause: Int64 = 5_000_000
        private var sum: Int64 = 0

        /// When to ask next; after a second more and more seldom, every 100 ms in the end.
        mutating func next() -> Int64 {
            sum += pause
            if sum > 1_000_000_000 { pause = min(100_000_000, pause * 5 / 4) }
            return Clock.now() + pause
        }
    }
}
