internal import HUDSystem

/// The process that supervises this one, as this one sees it: its orders come from there, and reports go there.
///
/// Used by one thread.
package final class Supervisor {
    private let channel: Channel
    private let place: LatestMessage
    private let outbox: Outbox
    private var order = Order()
    /// When an order or a question came last, as a value of `Clock.now()`.
    package private(set) var lastHeard = Clock.now()

    init(_ channel: Channel, _ place: LatestMessage) {
        self.channel = channel
        self.place = place
        outbox = Outbox(channel)
    }

    /// Readable when `steps` has something to return, or the process that supervises is gone.
    package var descriptor: Int32 { channel.descriptor }

    /// Whether it is gone.
    package var isGone: Bool { channel.isGone }

    /// What is to be done now; nil where the process that supervises is gone. To be called when `descriptor` is readable.
    package func steps() -> [Order.Step]? {
        guard channel.receive() != nil else { return nil }
        lastHeard = Clock.now()
        guard let new = place.take().flatMap(Order.init(bytes:)) else { return [] }
        let old = order
        order = new
        if new.questions != old.questions { send(.alive(new.questions)) }
        return new.steps(after: old)
    }

    /// Tells something: at once, or when there is room. Never waits.
    package func send(_ report: Report, with descriptor: Int32? = nil) {
        outbox.send(report.bytes, with: descriptor, mayBeDropped: report.mayBeDropped)
    }

    /// When `flush` is worth a try; `.max`: nothing waits.
    package var nextTry: Int64 { outbox.nextTry }

    /// Sends what waits, as far as there is room.
    package func flush() { outbox.flush() }

    /// Waits until all is sent, at the latest until `deadline`.
    ///
    /// - Returns: false where something has not been sent.
    @discardableResult
    package func flush(until deadline: Int64) -> Bool { outbox.flush(until: deadline) }
}
