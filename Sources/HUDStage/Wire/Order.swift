package import HUDScene

/// What a process wants of the one that it supervises. The newest counts (`LatestMessage`): so it says how things shall
/// stand, and counts what has happened, instead of naming one event.
package struct Order: Equatable {
    /// What is to be seen; nil where no HUD is (a gate).
    package var hud: HUD?
    /// How often a HUD was shown, and for how long the last one shall stay, in nanoseconds; `.max`: until it is told to leave.
    package var shows: UInt64 = 0
    package var stay = Int64.max
    /// How often what is to be seen has changed.
    package var changes: UInt64 = 0
    /// Leave, or let go, when it is time: the last HUD has been seen for its least time, nothing is held down.
    package var isToLeave = false
    /// Leave, or let go, now.
    package var isToLeaveNow = false
    /// Counts the questions whether the process is there.
    package var questions: UInt64 = 0

    package var bytes: [UInt8] {
        var writer = PartWriter()
        writer.add([isToLeave ? 1 : 0, isToLeaveNow ? 1 : 0, hud == nil ? 0 : 1])
        writer.add(shows)
        writer.add(stay)
        writer.add(changes)
        writer.add(questions)
        if let hud { writer.add(hud.bytes) }
        return writer.bytes
    }

    package init() {}

    /// nil where anything in the bytes cannot be.
    package init?(bytes: [UInt8]) {
        var reader = PartReader(bytes[...])
        guard let flags = reader.next().map(Array.init), flags.count == 3, flags.allSatisfy({ $0 < 2 }),
            let shows = reader.number(), let stay = reader.signed(), let changes = reader.number(),
            let questions = reader.number()
        else { return nil }
        if flags[2] == 1 {
            guard let hud = reader.next().flatMap({ HUD(bytes: Array($0)) }) else { return nil }
            self.hud = hud
        }
        (isToLeave, isToLeaveNow) = (flags[0] == 1, flags[1] == 1)
        (self.shows, self.stay, self.changes, self.questions) = (shows, stay, changes, questions)
    }

    /// What is to be done now that this order stands where `old` stood, in this order.
    package func steps(after old: Order) -> [Step] {
        if isToLeaveNow { return [.leaveNow] }
        var steps: [Step] = []
        if shows != old.shows, let hud {
            steps.append(.show(hud, stay: stay))
        } else if changes != old.changes, let hud {
            steps.append(.update(hud))
        }
        if isToLeave, !old.isToLeave || shows != old.shows { steps.append(.leave) }
        return steps
    }

    /// One thing to do.
    package enum Step: Equatable {
        /// It is to be seen, for `stay` nanoseconds; `.max`: until it is told to leave.
        case show(HUD, stay: Int64)
        /// What is to be seen says this now.
        case update(HUD)
        /// Leave when it is time.
        case leave
        /// Leave now.
        case leaveNow
    }
}
