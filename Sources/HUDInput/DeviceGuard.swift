internal import HUDSystem

/// Holds one device off, on a thread of its own: letting go takes 32 ms, a first open up to 58, and no device waits
/// for another.
final class DeviceGuard: Sendable {
    let node: InputNode
    private let policy: InputPolicy
    private let settle: Int64
    private let control: GateControl
    private let bell: Bell

    init(
        _ node: InputNode, policy: InputPolicy, settle: Int64, control: GateControl
    ) throws(SystemError) {
        self.node = node
        self.policy = policy
        self.settle = settle
        self.control = control
        bell = try Bell()
    }

    /// Starts the thread.
    func start() throws(SystemError) {
        try Thread { self.run() }.detach()
    }

    /// There is a new command.
    func ring() { bell.ring() }

    private func run() {
        do throws(SystemError) {
            let device = try InputDevice(path: node.path, hearsAll: policy == .hold)
            // Where /sys did not tell.
            guard node.capabilities != nil || device.capabilities.reasonToPass == nil else {
                return control.report(.passed(node.path))
            }
            if policy == .hold, let error = device.writeError { throw error }
            let poller = try Poller()
            try poller.add(device.main.file.raw)
            try poller.add(bell.descriptor)
            // Told before the device is closed, which takes as long as letting it go.
            control.report(.ended(node.path, try guardDevice(device, poller)))
        } catch {
            control.report(.failed(node.path, error))
        }
    }

    private func guardDevice(
        _ device: InputDevice, _ poller: borrowing Poller
    ) throws(SystemError) -> DeviceSequence.Ending {
        var patience = Patience()
        while true {
            // Another of this program's processes may still wait for a key to come up, or deliver a scan.
            if device.tryLock() {
                var watch = DeviceWatch(
                    device, path: node.path, policy: policy, settle: settle, control: control)
                let ending = try watch.run(poller, bell: bell)
                guard ending == .busy else { return ending }
                control.report(.busy(node.path))
            } else {
                device.awaitLock()
            }
            guard control.command.goal == .closed else { return .letGo }
            let events = try poller.wait(until: patience.next())
            if events.contains(where: { $0.descriptor == bell.descriptor }) { bell.quiet() }
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
