import HUDInput
import HUDStage
import Testing

/// What a worker tells of input devices, as the front gets it.
struct MessageTests {
    @Test func recordsArriveWhole() throws {
        var record = InputRecord(
            path: "/dev/input/event3", name: "Acme", kind: .scanner, policy: .hold,
            reason: "rule hold:bus=usb")
        record.state = .closed
        (record.discarded, record.held, record.replayed) = (1, 2, 3)
        (record.lost, record.overflows, record.halfHeard) = (4, 5, 6)
        #expect(InputRecord(fields: record.fields) == record)
    }

    @Test func linesInNamesDoNotMixFields() throws {
        let record = InputRecord(path: "p", name: "a\nb", kind: .other, policy: .block, reason: "r\r\ns")
        let read = try #require(InputRecord(fields: record.fields))
        #expect(read.name == "a b" && read.reason == "r s")
    }

    @Test(arguments: [
        "", "a\nb", "p\nn\n9\nblock\nr\nopen\n0\n0\n0\n0\n0\n0", "p\nn\n1\nblock\nr\nopen\n0\n0\n0\n0\n0\nx",
    ])
    func nonsenseIsNone(_ text: String) {
        #expect(InputRecord(fields: text) == nil)
    }
}
