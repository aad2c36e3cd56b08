import Foundation
import TestSupport

/// What `make test` tries of a long list; a soak tries all of it.
enum Sample {
    static let isSoak = ProcessInfo.processInfo.environment["HUD_SOAK"] != nil

    /// Those that are `always` tried, and `count` of the others, by chance.
    static func of<Case: Equatable>(_ all: [Case], always: [Case] = [], and count: Int = 1) -> [Case] {
        if isSoak { return all }
        var generator = Seeded()
        let others = all.filter { !always.contains($0) }.shuffled(using: &generator).prefix(count)
        print("sampled \(Case.self): \(Array(others)), \(generator)")
        return all.filter { always.contains($0) || others.contains($0) }
    }
}
