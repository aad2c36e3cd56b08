// The two ways a posed layer becomes pixels of a target. Signatures are what the display module calls.

/// Draws `layer` in `pose` over `background` into `target`.
///
/// `background` and `target` have the same size and format and show the same part of the screen: their upper
/// left pixel is the screen's (`x`, `y`). Every pixel of `target` is written; where the layer does not reach it
/// is the background's, bit for bit. An alpha field of the format is composed as the colours are (they count as
/// premultiplied), and bits of no channel stay the background's. Channels of fewer than eight bits are dithered, by the screen's columns and
/// rows. The two may be the same memory.
///
/// The target is read again while it is written, so it should be ordinary cached memory.
///
/// - Precondition: the format `isSupported`.
public func compose(
    _ layer: Layer, _ pose: Pose, over background: Surface, into target: Surface, x: Int, y: Int
) {
    precondition(target.size == background.size && target.format == background.format)
    place(layer, pose, over: background, into: target, RowTarget(target.format), x: x, y: y)
}

/// Draws `layer` in `pose`, premultiplied, into `target` (`.argb8888`), whose upper left pixel is the screen's
/// (`x`, `y`). Every pixel of `target` is written; where the layer does not reach it is transparent.
public func draw(_ layer: Layer, _ pose: Pose, into target: Surface, x: Int, y: Int) {
    precondition(target.format == .argb8888)
    for row in 0..<target.size.height {
        target.row(row).initializeMemory(as: UInt8.self, repeating: 0, count: target.size.width * 4)
    }
    place(layer, pose, over: target, into: target, .native(.composed), x: x, y: y)
}

/// Puts the layer over the background, and copies what it does not reach.
private func place(
    _ layer: Layer, _ pose: Pose, over background: Surface, into target: Surface, _ rows: RowTarget, x: Int,
    y: Int
) {
    let alpha = min(max(pose.alpha, 0), 1)
    let whole = Rect(x: x, y: y, width: target.size.width, height: target.size.height)
    let isVisible = alpha > 0 && pose.scale > 0 && layer.size.width > 0 && layer.size.height > 0
    let bounds = isVisible ? pose.bounds(of: layer.size) : Rect(x: x, y: y, width: 0, height: 0)
    let part = bounds.intersection(whole)
    if part.isEmpty { return target.copyPixels(from: background) }
    let corner = Rect(x: part.x - x, y: part.y - y, width: part.width, height: part.height)
    target.copyPixels(from: background, around: corner)
    let byte = UInt8((alpha * 255).rounded())
    let (below, inside) = (background.part(corner), target.part(corner))
    if pose.isAtRest(layer.size) {
        placeAtRest(layer, bounds, part, byte, over: below, into: inside, rows)
    } else {
        Zoom(layer, pose, part).place(alpha: byte, over: below, into: inside, rows)
    }
}

extension Pose {
    /// Whether each pixel of the layer is exactly one of the screen.
    fileprivate func isAtRest(_ size: Size) -> Bool {
        let left = centerX - Double(size.width) / 2
        let top = centerY - Double(size.height) / 2
        return scale == 1 && left == left.rounded() && top == top.rounded()
    }
}

private func placeAtRest(
    _ layer: Layer, _ bounds: Rect, _ part: Rect, _ alpha: UInt8, over below: Surface, into target: Surface,
    _ rows: RowTarget
) {
    let runs = layer.flatRuns()
    let left = part.x - bounds.x
    let room = layer.scratch.reserve(Fill.room)
    var known: UInt32 = 0
    var paint = rows.paint(0, first: 0, last: 0, in: room)
    let bytes = target.format.bytesPerPixel
    for row in 0..<part.height {
        let line = part.y - bounds.y + row
        let source = layer.pixels + (line * layer.size.width + left) * 4
        let (pixels, old) = (target.row(row), UnsafeRawPointer(below.row(row)))
        let y = part.y + row
        eachPart(runs.row(line), from: 0, to: part.width, step: rows.step) { run in
            (Int(run.start) - left, Int(run.end) - left)
        } flat: { start, end, color in
            if color != known {
                known = color
                let pixel = times(pixel: color, alpha)
                paint = rows.paint(pixel, first: pixel, last: pixel, in: room)
            }
            rows.fill(
                pixels + start * bytes, old + start * bytes, paint, end - start, hasFirst: false,
                hasLast: false,
                x: part.x + start, y: y)
        } rest: { start, end in
            rows.over(
                pixels + start * bytes, old + start * bytes, source + start * 4, end - start, alpha: alpha,
                x: part.x + start, y: y)
        }
    }
}

/// Room for `count` pixels in steps of eight.
func wholeSteps(_ count: Int) -> Int { (count + 7) & ~7 }
