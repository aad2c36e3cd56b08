internal import Synchronization

/// The record of one device, written on its thread and read on others.
final class DeviceLog: Sendable {
    private let state: Mutex<InputRecord>
    private let isDeliveryAwaited = Atomic<Bool>(false)

    init(_ record: InputRecord) {
        state = Mutex(record)
    }

    var record: InputRecord { state.withLock { $0 } }

    /// Something is kept that will be delivered when the device has been let go.
    var awaitsDelivery: Bool { isDeliveryAwaited.load(ordering: .acquiring) }

    func update(_ change: (inout sending InputRecord) -> Void) {
        state.withLock { change(&$0) }
    }

    /// After the last `update` about what was delivered, where nothing is left to be delivered.
    func setAwaitsDelivery(_ isAwaited: Bool) { isDeliveryAwaited.store(isAwaited, ordering: .releasing) }
}
