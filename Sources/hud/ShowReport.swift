import KioskHUD

/// What `hud show --json` prints at the end: one object on one line.
enum ShowReport {
    static func json(status: Int32, _ message: String?, _ records: [InputRecord]) -> String {
        func sum(_ field: KeyPath<InputRecord, Int>) -> JSON {
            .number(records.reduce(0) { $0 + $1[keyPath: field] })
        }
        let input: [(String, JSON)] = [
            ("discarded", sum(\.discarded)), ("held", sum(\.held)), ("replayed", sum(\.replayed)),
            ("lost_scans", sum(\.lost)), ("overflows", sum(\.overflows)),
            ("half_heard", sum(\.halfHeard)),
            ("devices", .array(records.map { .object(members($0)) })),
        ]
        let message: [(String, JSON)] = message.map { [("message", .text($0))] } ?? []
        return JSON.object([("status", .number(Int(status)))] + message + [("input", .object(input))]).line
    }

    private static func members(_ record: InputRecord) -> [(String, JSON)] {
        [
            ("path", .text(record.path)), ("name", .text(record.name)),
            ("kind", .text(String(describing: record.kind))), ("policy", .text(record.policy.rawValue)),
            ("reason", .text(record.reason)), ("state", .text(record.state.rawValue)),
            ("discarded", .number(record.discarded)), ("held", .number(record.held)),
            ("replayed", .number(record.replayed)), ("lost_scans", .number(record.lost)),
            ("overflows", .number(record.overflows)), ("half_heard", .number(record.halfHeard)),
        ]
    }
}
