internal import HUDSystem

/// A device to which its own thread delivers what was held.
struct DeviceDelivery: DeliveryTarget {
    private let device: InputDevice
    private let activity: ThreadActivity
    private let isWanted: () -> Bool

    /// - Parameter isWantedAgain: whether the device is to be held off again.
    init(_ device: InputDevice, _ activity: ThreadActivity, isWantedAgain: @escaping () -> Bool) {
        self.device = device
        self.activity = activity
        isWanted = isWantedAgain
    }

    var now: Int64 { Clock.now() }

    var isWantedAgain: Bool { isWanted() }

    func wait(until time: Int64) {
        activity.wait()
        // The device may say something meanwhile, and no poller is at hand; this is over soon.
        Clock.sleep(until: min(time, Clock.now() + 2_000_000))
        activity.step()
    }

    func write(_ events: [InputEvent]) -> Bool { (try? device.write(events)) != nil }

    func read() -> [InputEvent]? { try? device.main.read() }

    func look() -> Pressed? { try? device.main.look() }
}
