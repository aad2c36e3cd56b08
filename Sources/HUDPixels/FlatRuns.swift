/// Where a layer is flat: the runs of each row that have one colour, in the row and in the one below it. Between
/// such pixels there is nothing but their colour, so that a frame costs what edges and letters cost.
final class FlatRuns {
    struct Run {
        var start: Int32
        var end: Int32
        /// Premultiplied ARGB8888.
        var color: UInt32
    }

    /// Where runs are shorter, drawing them apart from the rest costs more than it saves.
    static let shortest = 16

    private let size: Size
    private let slots: Int
    private let runs: UnsafeMutablePointer<Run>
    private let counts: UnsafeMutablePointer<Int32>

    init(_ size: Size) {
        self.size = size
        slots = size.width / Self.shortest
        runs = .allocate(capacity: max(1, slots * size.height))
        counts = .allocate(capacity: max(1, size.height))
    }

    deinit {
        runs.deallocate()
        counts.deallocate()
    }

    /// The runs of a row from left to right.
    @inline(__always) func row(_ y: Int) -> UnsafeBufferPointer<Run> {
        UnsafeBufferPointer(start: runs + y * slots, count: Int(counts[y]))
    }

    /// Looks again at rows of the layer's pixels that have changed.
    func update(_ rows: Range<Int>, _ pixels: UnsafeRawPointer) {
        for y in max(0, rows.lowerBound - 1)..<rows.upperBound { scan(y, pixels) }
    }

    private func scan(_ y: Int, _ pixels: UnsafeRawPointer) {
        let width = size.width
        let upper = (pixels + y * width * 4).assumingMemoryBound(to: UInt32.self)
        let lower = (pixels + min(y + 1, size.height - 1) * width * 4).assumingMemoryBound(to: UInt32.self)
        var count = 0
        var free = 0  // where the last run ends
        var x = 0
        while x + 8 <= width {
            guard isFlat(upper + x, lower + x) else {
                x += 8
                continue
            }
            let color = upper[x]
            var start = x
            while start > free && upper[start - 1] == color && lower[start - 1] == color { start -= 1 }
            var end = x + 8
            while end + 8 <= width && upper[end] == color && isFlat(upper + end, lower + end) { end += 8 }
            while end < width && upper[end] == color && lower[end] == color { end += 1 }
            if end - start >= Self.shortest {
                runs[y * slots + count] = Run(start: Int32(start), end: Int32(end), color: color)
                count += 1
            }
            free = end
            x = end
        }
        counts[y] = Int32(count)
    }
}

/// Goes along a row of pixels: `flat` for each part that a run covers, `rest` for what lies
/// between. `place` says where a run is in the row.
///
/// Parts that are not flat are multiples of `step`, a power of two, at the cost of the run behind them, as long as
/// there is room.
@inline(__always) func eachPart(
    _ runs: UnsafeBufferPointer<FlatRuns.Run>, from first: Int, to last: Int, step: Int,
    place: (FlatRuns.Run) -> (start: Int, end: Int), flat: (Int, Int, UInt32) -> Void,
    rest: (Int, Int) -> Void
) {
    var done = first
    for run in runs {
        let (begin, finish) = place(run)
        let start = done &+ (max(begin &- done, 0) &+ step &- 1) & (0 &- step)
        var end = min(finish, last)
        if last &- end < step && end != last { end = last &- step }
        if end &- start < FlatRuns.shortest { continue }
        if start > done { rest(done, start) }
        flat(start, end, run.color)
        done = end
    }
    if done < last { rest(done, last) }
}
