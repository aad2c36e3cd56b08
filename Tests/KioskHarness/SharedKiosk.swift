import Foundation

extension Kiosk {
    /// The machine of this configuration that is running, or a fresh one; one of another configuration is
    /// shut down.
    ///
    /// Tests that follow one another on a display so pay for one boot. They must leave it as they found it.
    public static func shared(_ configuration: Configuration) throws -> Kiosk {
        try registry.withLock { current in
            if let kiosk = current, kiosk.configuration == configuration, kiosk.isRunning { return kiosk }
            current?.shutdown()
            current = nil
            let kiosk = try Kiosk(configuration)
            current = kiosk
            return kiosk
        }
    }

    /// The shared machine with `display`, and all else as most tests want it.
    public static func shared(_ display: Display) throws -> Kiosk {
        try shared(Configuration(display))
    }

    /// Shuts the shared machine down, so that the next test gets a fresh one.
    public static func endShared() {
        registry.withLock { current in
            current?.shutdown()
            current = nil
        }
    }

    private static let registry: Locked<Kiosk?> = {
        // A process that ends drops no statics: the machine would go by its guard, its files would stay.
        atexit { Kiosk.endShared() }
        return Locked(nil)
    }()
}

/// A value behind a lock.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
