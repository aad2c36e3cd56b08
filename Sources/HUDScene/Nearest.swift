/// Finds the known name that a misspelt one may stand for.
package enum Nearest {
    /// "; did you mean X?" for the known name that is nearest, where one is near enough.
    package static func hint(_ name: String, among known: [String]) -> String {
        let nearest = known.map { ($0, distance(name, $0)) }.min { $0.1 < $1.1 }
        guard let (candidate, steps) = nearest, steps <= max(2, name.count / 3) else { return "" }
        return "; did you mean \(candidate)?"
    }

    /// How many letters must be put in, taken out or changed to make one word the other (Levenshtein).
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in other.indices {
                let changed = diagonal + (other[j] == letter ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[other.count]
    }
}
