/// A layer being scaled: bilinear between the pixels' centres, and at the layer's own border by the exact part
/// of each pixel that it covers, so that a straight edge stays one soft pixel wide and inside `Pose.bounds`.
struct Zoom {
    private let layer: Layer
    /// What is drawn, in pixels of the screen.
    private let part: Rect
    private let vertical: Axis
    private let next: Int
    private let columns: UnsafeMutablePointer<Int32>
    private let weights: UnsafeMutablePointer<UInt32>
    /// Two rows of the layer, resampled across; a row of the layer goes to the one of its parity.
    private let resampled: (UnsafeMutableRawPointer, UnsafeMutableRawPointer)
    private let mixed: UnsafeMutableRawPointer
    private let spare: UnsafeMutableRawPointer
    private let leftCoverage: UInt8
    private let rightCoverage: UInt8

    /// - Parameter part: the part of the pose's bounds that is drawn; not empty.
    init(_ layer: Layer, _ pose: Pose, _ part: Rect) {
        self.layer = layer
        self.part = part
        vertical = Axis(center: pose.centerY, scale: pose.scale, length: layer.size.height)
        let horizontal = Axis(center: pose.centerX, scale: pose.scale, length: layer.size.width)
        next = min(1, layer.size.width - 1)

        let row = wholeSteps(part.width) * 4
        let base = layer.scratch.reserve(row * 6)
        columns = base.bindMemory(to: Int32.self, capacity: row / 4)
        weights = (base + row).bindMemory(to: UInt32.self, capacity: row / 4)
        resampled = (base + row * 2, base + row * 3)
        mixed = base + row * 4
        spare = base + row * 5

        for index in 0..<row / 4 {
            // Past the end the last pixel again: whole steps are resampled.
            let sample = horizontal.sample(at: part.x + min(index, part.width - 1))
            columns[index] = Int32(sample.first)
            weights[index] = UInt32(sample.weight) * 0x0001_0001
        }
        leftCoverage = horizontal.coverage(at: part.x)
        rightCoverage = horizontal.coverage(at: part.maxX - 1)
    }

    /// Puts the layer, times `alpha`, over `target`, which is `part`.
    func place(alpha: UInt8, into target: Surface, _ rows: RowTarget) {
        var held = (even: -1, odd: -1)
        for row in 0..<part.height {
            let sample = vertical.sample(at: part.y + row)
            let below = min(sample.first + 1, layer.size.height - 1)
            let rowAlpha = UInt8(times(UInt32(alpha), vertical.coverage(at: part.y + row)))
            let a = across(sample.first, &held)
            if sample.weight == 0 {
                rows.over(target.row(row), a, part.width, alpha: rowAlpha, spare: spare)
            } else {
                mixRows(mixed, a, across(below, &held), weight: sample.weight, part.width)
                rows.over(target.row(row), mixed, part.width, alpha: rowAlpha, spare: spare)
            }
        }
    }

    /// A row of the layer, resampled across.
    private func across(_ row: Int, _ held: inout (even: Int, odd: Int)) -> UnsafeRawPointer {
        let isOdd = row & 1 == 1
        let target = isOdd ? resampled.1 : resampled.0
        if (isOdd ? held.odd : held.even) == row { return UnsafeRawPointer(target) }
        if isOdd { held.odd = row } else { held.even = row }
        resampleRow(
            target, layer.pixels + row * layer.size.width * 4, columns: columns, next: next, weights: weights,
            part.width)
        cover(target, leftCoverage)
        if part.width > 1 { cover(target + (part.width - 1) * 4, rightCoverage) }
        return UnsafeRawPointer(target)
    }

    private func cover(_ pixel: UnsafeMutableRawPointer, _ coverage: UInt8) {
        if coverage == 255 { return }
        let value = pixel.load(as: UInt32.self)
        var covered: UInt32 = 0
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            covered |= times(value >> shift & 0xFF, coverage) << shift
        }
        pixel.storeBytes(of: covered, as: UInt32.self)
    }
}

/// One direction of a scaled layer.
private struct Axis {
    let start: Double
    let end: Double
    let scale: Double
    let length: Int

    init(center: Double, scale: Double, length: Int) {
        start = center - Double(length) * scale / 2
        end = center + Double(length) * scale / 2
        self.scale = scale
        self.length = length
    }

    /// The layer's pixels under the centre of the screen's pixel: `weight` / 256 of the one after `first`.
    func sample(at pixel: Int) -> (first: Int, weight: UInt16) {
        let place = (Double(pixel) + 0.5 - start) / scale - 0.5
        let inside = min(max(place, 0), Double(length - 1))
        let first = min(Int(inside), max(length - 2, 0))
        return (first, UInt16(((inside - Double(first)) * 256).rounded()))
    }

    /// The part of the screen's pixel that the layer covers, of 255.
    func coverage(at pixel: Int) -> UInt8 {
        let covered = min(Double(pixel) + 1, end) - max(Double(pixel), start)
        return UInt8((min(max(covered, 0), 1) * 255).rounded())
    }
}
