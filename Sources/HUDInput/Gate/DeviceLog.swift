internal import Synchronization

/// The record of one device, written on its thread and read on others.
final class DeviceLog: Sendable {
    private let state: Mutex<InputRecord>

    init(_ record: InputRecord) {
        state = Mutex(record)
    }

    var record: InputRecord { state.withLock { $0 } }

    func update(_ change: (inout sending InputRecord) -> Void) {
        state.withLock { change(&$0) }
    }
}
