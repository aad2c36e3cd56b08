internal import HUDSystem

/// Carries out the sequence of one device, on a thread of its own: letting go takes 32 ms, a first open up to 58,
/// and no device waits for another.
final class DeviceGuard: Sendable {
    let node: InputNode
    private let settle: Int64
    private let control: GateControl
    private let bell: Bell

    init(_ node: InputNode, settle: Int64, control: GateControl) throws(SystemError) {
        self.node = node
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
        do {
            let device = try InputDevice(path: node.path)
            guard device.capabilities.reasonToPass == nil else { return control.report(.passed(node.path)) }
            // Told before the device is closed, which takes as long as letting it go.
            control.report(.ended(node.path, try guardDevice(device)))
        } catch {
            control.report(.failed(node.path, error))
        }
    }

    private func guardDevice(_ device: InputDevice) throws(SystemError) -> DeviceSequence.Ending {
        let poller = try Poller()
        try poller.add(device.main.file.raw)
        try poller.add(bell.descriptor)
        var sequence = DeviceSequence(isWritable: device.writeError == nil)
        var goal = DeviceSequence.Goal.closed
        var actions = DeviceSequence.start
        var deadline: Int64?
        var isHolding = false
        while true {
            var answer: DeviceSequence.Event?
            for action in actions {
                switch action {
                case .settle: deadline = Clock.now() + settle
                case .end(let ending): return ending
                default: answer = carryOut(action, on: device) ?? answer
                }
            }
            let wanted = control.command.goal
            if wanted != goal {
                // Comes before the answer; at rest there is none.
                goal = wanted
                actions = sequence.take(.goal(goal))
                if answer == nil { continue }
            }
            if let answer {
                actions = sequence.take(answer)
                continue
            }
            if sequence.isHolding {
                device.dismissWitness()
                if !isHolding { control.report(.holding(node.path, device.writeError)) }
                isHolding = true
            }
            let events = try poller.wait(until: deadline)
            if events.contains(where: { $0.descriptor == bell.descriptor }) { bell.quiet() }
            if let event = events.first(where: { $0.descriptor == device.main.file.raw }) {
                actions = sequence.take(event.isReadable ? read(device) : .gone)
            } else if let time = deadline, Clock.now() >= time {
                deadline = nil
                actions = sequence.take(.settled)
            } else {
                actions = []
            }
        }
    }

    /// Does it, and says what came of it.
    private func carryOut(_ action: DeviceSequence.Action, on device: InputDevice) -> DeviceSequence.Event? {
        do {
            switch action {
            case .look:
                return .looked(main: try device.main.look(), witness: try device.witness?.look() ?? Pressed())
            case .grab: return try device.grab() ? .grabbed : .busy
            case .letGo: try device.letGo()
            case .read: return read(device)
            case .write(let packet): try device.write(packet)
            case .settle, .end: break
            }
            return action == .letGo ? .letGo : nil
        } catch {
            return .gone
        }
    }

    private func read(_ device: InputDevice) -> DeviceSequence.Event {
        do {
            // The main descriptor first: what it has heard and the witness has not, nobody has heard.
            let main = try device.main.read()
            return .read(main: main, witness: try device.witness?.read() ?? [])
        } catch {
            return .gone
        }
    }
}
