import Glibc

/// Nanoseconds of a clock that only runs forward.
func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// One thing, done by us and by another.
struct Contenders {
    let ours: () -> Void
    let theirs: () -> Void
}

/// One line of the table.
struct Contest {
    let name: String
    let size: String
    /// Pixels that are drawn.
    let units: Int
    /// How much of the other's time we may take; nil: no bar.
    let bar: Double?
    let make: () -> Contenders
}

/// What came out, in nanoseconds a unit.
struct Result {
    let ours: Double
    let theirs: Double
    var ratio: Double { ours / theirs }
}

extension Contest {
    /// Both in turn, the first one changing, each sample long enough for the clock: the medians.
    func run(rounds: Int) -> Result {
        let contenders = make()
        let (ours, theirs) = (contenders.ours, contenders.theirs)
        let repeats = max(1, 1_000_000 / max(1, sample(theirs, 1)))
        var samples = (ours: [Int64](), theirs: [Int64]())
        for round in 0..<rounds {
            if round % 2 == 0 { samples.ours.append(sample(ours, repeats)) }
            samples.theirs.append(sample(theirs, repeats))
            if round % 2 == 1 { samples.ours.append(sample(ours, repeats)) }
        }
        let total = Double(Int(repeats) * units)
        return Result(
            ours: Double(samples.ours.sorted()[rounds / 2]) / total,
            theirs: Double(samples.theirs.sorted()[rounds / 2]) / total)
    }

    private func sample(_ body: () -> Void, _ repeats: Int64) -> Int64 {
        let start = now()
        for _ in 0..<repeats { body() }
        return now() - start
    }
}
