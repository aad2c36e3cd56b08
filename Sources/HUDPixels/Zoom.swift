/// A layer being scaled: bilinear between the pixels' centres, and at the layer's own border by the exact part
/// of each pixel that it covers, so that a straight edge stays one soft pixel wide and inside `Pose.bounds`.
///
/// Two rows of the layer are mixed, the mixture is resampled across; where both are flat there is nothing to mix.
struct Zoom {
    private let layer: Layer
    /// What is drawn, in pixels of the screen.
    private let part: Rect
    private let vertical: Axis
    private let columns: UnsafeMutablePointer<Int32>
    private let weights: UnsafeMutablePointer<UInt32>
    /// For each column of the layer, the first pixel of `part` that is resampled from it or one to its right.
    private let firsts: UnsafeMutablePointer<Int32>
    private let mixed: UnsafeMutableRawPointer
    private let resampled: UnsafeMutableRawPointer
    private let fillRoom: UnsafeMutableRawPointer
    private let leftCoverage: UInt8
    private let rightCoverage: UInt8

    /// - Parameter part: the part of the pose's bounds that is drawn; not empty.
    init(_ layer: Layer, _ pose: Pose, _ part: Rect) {
        self.layer = layer
        self.part = part
        vertical = Axis(center: pose.centerY, scale: pose.scale, length: layer.size.height)
        let horizontal = Axis(center: pose.centerX, scale: pose.scale, length: layer.size.width)

        let across = wholeSteps(part.width) + 8
        let along = wholeSteps(layer.size.width) + 8
        let memory = layer.scratch.reserve(Fill.room + (across * 3 + along * 2) * 4)
        fillRoom = memory
        let base = memory + Fill.room
        columns = base.bindMemory(to: Int32.self, capacity: across)
        weights = (base + across * 4).bindMemory(to: UInt32.self, capacity: across)
        resampled = base + across * 8
        firsts = (base + across * 12).bindMemory(to: Int32.self, capacity: along)
        mixed = base + across * 12 + along * 4

        var next = 0
        for index in 0..<part.width {
            let sample = horizontal.sample(at: part.x + index)
            columns[index] = Int32(truncatingIfNeeded: sample.first)
            weights[index] = UInt32(sample.weight) &* 0x0001_0001
            while next <= sample.first {
                firsts[next] = Int32(truncatingIfNeeded: index)
                next += 1
            }
        }
        while next < along {
            firsts[next] = Int32(part.width)
            next += 1
        }
        // Past the end the last pixel again: whole steps are resampled.
        for index in part.width..<across {
            columns[index] = columns[part.width - 1]
            weights[index] = 0
        }
        leftCoverage = horizontal.coverage(at: part.x)
        rightCoverage = horizontal.coverage(at: part.maxX - 1)
    }

    /// Puts the layer, times `alpha`, over `below`, into `target`; both are `part`.
    func place(alpha: UInt8, over below: Surface, into target: Surface, _ rows: RowTarget) {
        let runs = layer.flatRuns()
        let bytes = target.format.bytesPerPixel
        let width = part.width
        // What the colour of a run is in a row, kept as long as both stay.
        var known = (color: UInt32(0), alpha: UInt8(0))
        var paint = self.paint(known.color, known.alpha, rows)
        for row in 0..<part.height {
            let y = part.y &+ row
            let sample = vertical.sample(at: y)
            let isInside = row > 0 && row < part.height &- 1
            let rowAlpha = isInside ? alpha : UInt8(times(UInt32(alpha), vertical.coverage(at: y)))
            let (pixels, old) = (target.row(row), UnsafeRawPointer(below.row(row)))
            eachPart(runs.row(sample.first), from: 0, to: width, step: rows.step) { run in
                (Int(firsts[Int(run.start)]), Int(firsts[Int(run.end) &- 1]))
            } flat: { start, end, color in
                if color != known.color || rowAlpha != known.alpha {
                    known = (color, rowAlpha)
                    paint = self.paint(color, rowAlpha, rows)
                }
                let offset = start &* bytes
                rows.fill(
                    pixels + offset, old + offset, paint, end &- start, hasFirst: start == 0,
                    hasLast: end == width, x: part.x &+ start, y: y)
            } rest: { start, end in
                var start = start
                while start < end {
                    let stop = end &- start > 2 &* Self.stretch ? start &+ Self.stretch : end
                    let offset = start &* bytes
                    place(start, stop, sample, rowAlpha, pixels + offset, old + offset, rows, y)
                    start = stop
                }
            }
        }
    }

    /// Pixels of a long row that are mixed, then resampled, before the next ones: meanwhile the processor reads ahead
    /// in the layer, and in what is below. Of rows that come from memory, that is a tenth of the time.
    private static let stretch = 256

    /// Puts pixels `start` to `end` of one row of the screen, which are not flat.
    private func place(
        _ start: Int, _ end: Int, _ sample: (first: Int, weight: UInt16), _ alpha: UInt8,
        _ pixels: UnsafeMutableRawPointer, _ old: UnsafeRawPointer, _ rows: RowTarget, _ y: Int
    ) {
        let width = part.width
        let source = mix(sample, start, end)
        let isWhole = (start > 0 || leftCoverage == 255) && (end < width || rightCoverage == 255)
        if isWhole, end &- start >= 8, case .native(let fourth) = rows {
            overResampledRow(
                pixels, old, source, columns: columns + start, weights: weights + start, end &- start,
                alpha: alpha, fourth)
            return
        }
        resampleRow(resampled, source, columns: columns + start, weights: weights + start, end &- start)
        if start == 0 { cover(0, leftCoverage) }
        if end == width && width > 1 { cover(end &- 1 &- start, rightCoverage) }
        rows.over(pixels, old, resampled, end &- start, alpha: alpha, x: part.x &+ start, y: y)
    }

    /// A flat colour as it is drawn: in the middle, and in the two columns that the layer may cover in part.
    private func paint(_ color: UInt32, _ alpha: UInt8, _ rows: RowTarget) -> Paint {
        let left = times(pixel: times(pixel: color, leftCoverage), alpha)
        let right = times(pixel: times(pixel: color, rightCoverage), alpha)
        return rows.paint(times(pixel: color, alpha), first: left, last: right, in: fillRoom)
    }

    private func cover(_ index: Int, _ coverage: UInt8) {
        if coverage == 255 { return }
        let pixel = resampled.load(fromByteOffset: index &* 4, as: UInt32.self)
        resampled.storeBytes(of: times(pixel: pixel, coverage), toByteOffset: index &* 4, as: UInt32.self)
    }

    /// The mixture of two rows of the layer, as far as pixels `start` to `end` of the screen need it; the pointer is
    /// to where column 0 is or would be.
    @inline(__always) private func mix(_ sample: (first: Int, weight: UInt16), _ start: Int, _ end: Int)
        -> UnsafeRawPointer
    {
        let first = Int(columns[start])
        let count = Int(columns[end &- 1]) &- first &+ 2
        let width = layer.size.width
        let upper = UnsafeRawPointer(layer.pixels + (sample.first &* width &+ first) &* 4)
        if sample.weight == 0 { return upper - first &* 4 }
        let isLast = sample.first == layer.size.height &- 1
        mixRows(mixed, upper, isLast ? upper : upper + width &* 4, weight: sample.weight, count)
        return UnsafeRawPointer(mixed) - first &* 4
    }
}

/// One direction of a scaled layer. Places between pixels are numbers of 32 bits behind the point, so that each
/// place comes out the same whichever part is drawn.
private struct Axis {
    private let start: Double
    private let end: Double
    private let length: Int
    private let firstPixel: Int
    private let origin: Int64
    private let step: Int64

    init(center: Double, scale: Double, length: Int) {
        start = center - Double(length) * scale / 2
        end = center + Double(length) * scale / 2
        self.length = length
        let first = start.rounded(.down)
        firstPixel = Int(first)
        let one = 4_294_967_296.0
        // A scale below 1 / 16,777,216 makes a point of anything.
        step = Int64(min(one / scale, 0x1p56).rounded())
        let place = (0.5 + first - start) / scale - 0.5
        origin = Int64((min(max(place, -0x1p24), 0x1p24) * one).rounded())
    }

    /// The layer's pixels under the centre of the screen's pixel: `weight` / 256 of the one after `first`.
    func sample(at pixel: Int) -> (first: Int, weight: UInt16) {
        let place = origin &+ Int64(pixel &- firstPixel) &* step
        let inside = min(max(place, 0), Int64(length &- 1) &<< 32)
        let first = min(inside &>> 32, Int64(max(length &- 2, 0)))
        return (Int(first), UInt16(truncatingIfNeeded: (inside &- first &<< 32 &+ 0x80_0000) &>> 24))
    }

    /// The part of the screen's pixel that the layer covers, of 255.
    func coverage(at pixel: Int) -> UInt8 {
        let covered = min(Double(pixel) + 1, end) - max(Double(pixel), start)
        if covered >= 1 { return 255 }
        return UInt8((max(covered, 0) * 255).rounded())
    }
}
