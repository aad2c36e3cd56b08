package import HUDScene
package import HUDSystem

/// A process that this one has split off to do what may hang or die: it draws, or holds input off. It gets orders, of
/// which the newest counts, and tells what becomes of them; its last word is how it ended.
///
/// Used by one thread.
package final class SupervisedProcess {
    private let child: Child
    private let channel: Channel
    private let place: LatestMessage
    private var order = Order()

    /// When it must have said or done what is expected of it; `.max`: no time is known.
    private var due = Int64.max
    /// The time was over, and it had used so much processor time by then.
    private var firstLook: (processorTime: Int64, at: Int64)?
    /// It is asked every second whether it is there.
    private var isQuestioned = false
    private var isAnswerAwaited = false

    /// Splits it off. To be called while this process has one thread.
    ///
    /// - Parameters:
    ///   - kept: descriptors that it keeps; all others but the standard streams are closed in it.
    ///   - body: what it does; returns its exit status.
    /// - Throws: where the system has no process or no descriptor left.
    package init(keeping kept: [Int32], _ body: (Supervisor) -> Int32) throws(SystemError) {
        let (near, far) = try Channel.pair("the second process", "the first process")
        let place = try LatestMessage()
        child = try Child.split(keeping: kept + [far.descriptor, place.descriptor]) {
            body(Supervisor(far, place))
        }
        channel = near
        self.place = place
    }

    /// The kernel's number for it.
    package var processID: Int32 { child.processID }

    // MARK: - Orders

    /// A HUD is to be seen, for `stay` nanoseconds; `.max`: until it is told to leave.
    ///
    /// - Returns: false where there is no memory to say it.
    @discardableResult
    package func show(_ hud: HUD, for stay: Int64) -> Bool {
        order.hud = hud
        order.shows += 1
        order.stay = stay
        order.isToLeave = false
        return tell()
    }

    /// What is to be seen says this now.
    @discardableResult
    package func update(_ hud: HUD) -> Bool {
        order.hud = hud
        order.changes += 1
        return tell()
    }

    /// It is to leave, or to let go, when it is time.
    package func leave() {
        order.isToLeave = true
        tell()
    }

    /// It is to leave, or to let go, now.
    package func leaveNow() {
        order.isToLeaveNow = true
        tell()
    }

    /// The same; if its last word has not come within `time` nanoseconds it hangs.
    package func leaveNow(within time: Int64) {
        if !order.isToLeaveNow { expect(by: Clock.now() + time) }
        leaveNow()
    }

    @discardableResult
    private func tell() -> Bool {
        do throws(SystemError) {
            try place.put(order.bytes)
        } catch {
            // The rest of the order matters more than the picture.
            order.hud = nil
            guard (try? place.put(order.bytes)) != nil else { return false }
        }
        // A channel without room has a call in it that was not answered yet.
        _ = channel.offer([0])
        return true
    }

    // MARK: - Reports

    /// Readable when `next` has something to return.
    package var descriptor: Int32 { channel.descriptor }

    /// Whether `next` would not wait.
    package var hasNext: Bool { channel.hasNext }

    /// What it tells next, waiting for it, and the descriptor that came along, which is the caller's to own; nil
    /// where it has ended.
    package func next() -> Message? {
        guard let received = channel.receive() else { return nil }
        guard let report = Report(bytes: received.message) else {
            if let descriptor = received.descriptor { FileDescriptor.close(raw: descriptor) }
            return nil
        }
        if case .alive(order.questions) = report {
            isAnswerAwaited = false
            if isQuestioned { question() }
        }
        return Message(
            report: report, descriptor: received.descriptor, isDescriptorLost: received.isDescriptorLost)
    }

    /// A report, and what came with it.
    package struct Message {
        package let report: Report
        package let descriptor: Int32?
        let isDescriptorLost: Bool
    }

    // MARK: - Whether it hangs

    /// Something must have come by `time`; `.max`: there is no such time.
    package func expect(by time: Int64) {
        due = time
        firstLook = nil
        isQuestioned = false
    }

    /// There is no time at which something must come: it is asked every second whether it is there.
    package func question() {
        expect(by: Clock.now() + TimeBudgets.question)
        isQuestioned = true
    }

    /// When `isHanging` must be asked again; `.max`: not by itself.
    package var deadline: Int64 { firstLook?.at ?? due }

    /// Whether it neither does what is expected nor works on it. To be asked at `deadline`.
    package func isHanging(at now: Int64) -> Bool {
        // What it has told counts first: this process may have stood still itself (Ctrl+Z), and not read it yet.
        if now < deadline || channel.hasNext { return false }
        if isQuestioned, !isAnswerAwaited {
            isAnswerAwaited = true
            order.questions += 1
            tell()
            due = now + TimeBudgets.answer
            return false
        }
        let time = child.processorTime ?? 0
        let last = firstLook?.processorTime
        firstLook = (time, now + TimeBudgets.secondLook)
        if now - due > TimeBudgets.atMost { return true }
        return last.map { time <= $0 } ?? false
    }

    /// Kills it, and waits until it has ended.
    ///
    /// - Returns: how it ended; nil where it hangs in the kernel, which cannot end it.
    package func kill() -> Child.Ending? {
        child.kill(9)
        return child.wait(until: Clock.now() + TimeBudgets.kill)
    }

    /// Waits until it has ended by itself, for a moment.
    @discardableResult
    package func bury() -> Child.Ending? { child.wait(until: Clock.now() + TimeBudgets.kill) }
}
