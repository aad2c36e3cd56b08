import HUDDisplay
import HUDInput
import HUDScene
import HUDStage
import HUDSystem
import TestSupport
import Testing

/// What the processes of a show say to each other arrives whole, and rubbish is refused.
struct WireTests {
    private static let record: InputRecord = {
        var record = InputRecord(
            path: "/dev/input/event3", name: "Acme\nscanner", kind: .scanner, policy: .hold,
            reason: "rule hold:bus=usb")
        record.state = .closed
        (record.discarded, record.held, record.replayed) = (1, 2, 3)
        (record.lost, record.overflows, record.halfHeard) = (4, 5, 6)
        return record
    }()

    static let reports: [Report] = [
        .notice("a line"), .notice(""), .onGlass(displays: 3), .inputHeld, .inputFlows, .cleared,
        .input(record), .alive(7), .cardShared(part: 255), .cardReleased(part: 0), .ended(.gone),
        .ended(.failed(.busy, "taken")), .ended(.failed(.noDisplay, "")), .ended(.interrupted(signal: 15)),
        .ended(.crashed("it hung")),
    ]

    @Test(arguments: reports) func reportsArriveWhole(_ report: Report) {
        #expect(Report(bytes: report.bytes) == report)
    }

    @Test func reportsFitIntoAMessage() throws {
        let long = String(repeating: "\u{1F600}", count: 5000)
        var record = Self.record
        record = InputRecord(path: long, name: long, kind: .other, policy: .block, reason: long)
        for report in [
            Report.notice(long), .input(record), .ended(.failed(.failed, long)), .ended(.crashed(long)),
        ] {
            #expect(report.bytes.count <= Channel.capacity)
            let read = try #require(Report(bytes: report.bytes))
            // A text is cut between two characters.
            if case .notice(let text) = read { #expect(long.hasPrefix(text) && text.count > 900) }
        }
    }

    @Test func ordersArriveWhole() {
        var order = Order()
        #expect(Order(bytes: order.bytes) == order)
        order.hud = HUD(.progress(0.5), label: "Copying")
        (order.shows, order.stay, order.changes, order.questions) = (1, -2, .max, 4)
        (order.isToLeave, order.isToLeaveNow) = (true, false)
        #expect(Order(bytes: order.bytes) == order)
    }

    /// However many orders were never read: what is to be done is what all of them together mean.
    @Test func theNewestOrderSaysAllThatIsToBeDone() {
        let (one, other) = (HUD(label: "one"), HUD(label: "other"))
        var order = Order()
        var next = order
        next.hud = one
        next.shows = 1
        next.stay = 5
        #expect(next.steps(after: order) == [.show(one, stay: 5)])
        // Shown, changed and told to leave, in one look.
        next.hud = other
        next.changes = 40
        next.isToLeave = true
        #expect(next.steps(after: order) == [.show(other, stay: 5), .leave])
        // Changed, and told to leave.
        order.hud = one
        order.shows = 1
        #expect(next.steps(after: order) == [.update(other), .leave])
        // The same order again.
        #expect(next.steps(after: next) == [])
        // Told to leave, and shown anew.
        order = next
        next.shows = 2
        next.isToLeave = false
        #expect(next.steps(after: order) == [.show(other, stay: 5)])
        // Now is now.
        next.isToLeaveNow = true
        next.shows = 3
        #expect(next.steps(after: order) == [.leaveNow])
    }

    @Test func rubbishIsNoTrap() {
        var random = Seeded()
        let messages = Self.reports.map(\.bytes) + [Order().bytes]
        for _ in 0..<20_000 {
            var bytes = messages.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            let cut = Array(bytes.prefix(.random(in: 0...bytes.count, using: &random)))
            for bytes in [bytes, cut] {
                _ = Report(bytes: bytes)
                _ = Order(bytes: bytes)
            }
        }
        #expect(Report(bytes: []) == nil && Report(bytes: [99]) == nil && Order(bytes: [1]) == nil)
    }
}
