/// How wide a shaped text is up to any place in it, in the order in which it is read.
struct ClusterWidths {
    /// Where clusters start, in bytes of the text.
    private var starts: [Int] = []
    /// What stands before each of `starts`, and, last, all of it, in 64ths of a pixel.
    private var sums: [Int] = []

    init(_ runs: [Run]) {
        var advances: [Int: Int] = [:]
        for run in runs {
            for glyph in run.glyphs {
                advances[run.bytes.lowerBound + glyph.cluster, default: 0] += glyph.advance
            }
        }
        starts = advances.keys.sorted()
        sums.reserveCapacity(starts.count + 1)
        var sum = 0
        for start in starts {
            sums.append(sum)
            sum += advances[start] ?? 0
        }
        sums.append(sum)
    }

    /// How wide the clusters are that start before a byte.
    func width(upTo byte: Int) -> Int { sums[index(byte)] }

    /// Whether a cluster starts at a byte: the text can be cut there.
    func isBorder(_ byte: Int) -> Bool {
        let index = index(byte)
        return index < starts.count && starts[index] == byte
    }

    /// How many clusters start before a byte.
    private func index(_ byte: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < byte { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
