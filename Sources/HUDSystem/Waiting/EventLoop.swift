/// Waits for descriptors and calls what was given for each: the one loop of a process.
///
/// Used by one thread.
package final class EventLoop {
    private let poller: Poller
    private var handlers: [Int32: (Poller.Event) -> Void] = [:]

    /// Watches nothing yet.
    ///
    /// - Throws: where the system has no descriptor left.
    package init() throws(SystemError) {
        poller = try Poller()
    }

    /// Calls `handler` in each turn in which `descriptor` is readable, or its other end is gone.
    ///
    /// - Throws: where the kernel cannot watch it, as an ordinary file.
    package func watch(_ descriptor: Int32, _ handler: @escaping (Poller.Event) -> Void) throws(SystemError) {
        try poller.add(descriptor)
        handlers[descriptor] = handler
    }

    /// The same for a file of sysfs whose text changes.
    package func watchForChange(
        _ descriptor: Int32, _ handler: @escaping (Poller.Event) -> Void
    ) throws(SystemError) {
        try poller.addForChange(descriptor)
        handlers[descriptor] = handler
    }

    /// Calls it no more. To be called before the descriptor is closed.
    package func unwatch(_ descriptor: Int32) {
        if handlers.removeValue(forKey: descriptor) != nil { poller.remove(descriptor) }
    }

    /// Waits until something happens, at the latest until `deadline`, and calls what was given for it.
    ///
    /// - Returns: false where the time came first.
    @discardableResult
    package func turn(until deadline: Int64) throws(SystemError) -> Bool {
        let events = try poller.wait(until: deadline == .max ? nil : deadline)
        // A handler may end the watching of a descriptor whose event comes after it.
        for event in events { handlers[event.descriptor]?(event) }
        return !events.isEmpty
    }
}
