internal import HUDSystem

/// What became of each device when the gate was closed, to be told in few words once all have answered.
struct GateTally {
    private var nodes: [String: InputNode] = [:]
    private var pending: Set<String> = []
    private var failures: [(path: String, error: SystemError)] = []
    private var readOnly: [(path: String, error: SystemError)] = []
    private var busy: [String] = []
    private var isTold = true

    /// Of a gate that is being closed.
    static var new: GateTally {
        var tally = GateTally()
        tally.isTold = false
        return tally
    }

    mutating func begin(_ node: InputNode) {
        nodes[node.path] = node
        pending.insert(node.path)
    }

    mutating func note(_ report: GateState.Report) {
        switch report {
        case .holding(let path, let error):
            if pending.remove(path) != nil, let error { readOnly.append((path, error)) }
        case .busy(let path):
            if pending.remove(path) != nil { busy.append(path) }
        case .ended(let path, _):
            pending.remove(path)
        case .failed(let path, let error):
            // One that was unplugged is none that should be held off.
            if pending.remove(path) != nil, !error.isMissing { failures.append((path, error)) }
        case .passed(let path):
            pending.remove(path)
            nodes[path] = nil
        case .lost, .escaped:
            break
        }
    }

    /// What has to be told, a line each; nil before every device has answered, and when it has been taken.
    mutating func takeNotices() -> [String]? {
        guard !isTold, pending.isEmpty else { return nil }
        isTold = true
        var notices: [String] = []
        if let first = failures.first {
            let extent = failures.count == nodes.count ? "" : " on \(failures.count) of \(devices)"
            notices.append("input is not held off\(extent): \(first.error)\(remedy(first.path, first.error))")
        }
        if let first = readOnly.first {
            let extent = readOnly.count == nodes.count ? "" : " on \(readOnly.count) of \(devices)"
            notices.append(
                "input is not held off\(extent) before all keys are up: \(first.error)"
                    + remedy(first.path, first.error))
        }
        for path in busy {
            let name = nodes[path].map { " (\($0.name))" } ?? ""
            notices.append("input is not held off on \(path)\(name): another program has grabbed it")
        }
        return notices
    }

    private var devices: String { nodes.count == 1 ? "1 device" : "\(nodes.count) devices" }

    private func remedy(_ path: String, _ error: SystemError) -> String {
        error.isPermission ? nodes[path]?.remedy ?? "" : ""
    }
}
