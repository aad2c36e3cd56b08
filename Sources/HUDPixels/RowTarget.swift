/// How rows of premultiplied ARGB8888 go over rows of a format: chosen once a frame, not for each pixel.
///
/// Places (`x`, `y`) are those of the first pixel on the screen; low depths are dithered by them.
enum RowTarget {
    /// 32 bits in the layer's own byte order.
    case native(FourthByte)
    /// 32 bits, whole bytes, in another order: what is drawn is reordered first.
    case reordered(ByteOrder, FourthByte)
    /// Three bytes.
    case packed(ByteOrder)
    /// 16 bits.
    case sixteen(Fields16)
    /// Numbers of colours.
    case palette(Palette)
    /// Anything else, pixel by pixel.
    case fields(FieldRows)

    /// - Precondition: `format.isSupported`.
    init(_ format: PixelFormat) {
        precondition(format.isSupported, "this format cannot be drawn on")
        let fourth: FourthByte = format.alpha.length > 0 ? .composed : .kept
        if let palette = format.palette {
            self = .palette(palette)
        } else if let order = ByteOrder(format) {
            if format.bytesPerPixel == 3 {
                self = .packed(order)
            } else {
                self = order == .argb ? .native(fourth) : .reordered(order, fourth)
            }
        } else if let fields = Fields16(format) {
            self = .sixteen(fields)
        } else {
            self = .fields(FieldRows(format))
        }
    }

    private var bytesPerPixel: Int {
        switch self {
        case .native, .reordered: 4
        case .packed: 3
        case .sixteen: 2
        case .palette: 1
        case .fields(let fields): fields.bytes
        }
    }

    /// Pixels of the inner loop's step: rows in multiples of it are drawn fastest.
    var step: Int {
        if case .sixteen = self { 16 } else { 8 }
    }

    /// Puts `count` pixels, times `alpha`, over those at `below`, into `target`, which may be the same. The row can be
    /// read in whole steps of eight.
    @inline(__always) func over(
        _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ row: UnsafeRawPointer, _ count: Int,
        alpha: UInt8, x: Int, y: Int
    ) {
        if case .native(let fourth) = self {
            overRow(target, below, row, count, alpha: alpha, fourth, fourthIsLowest: false)
        } else {
            overOther(target, below, row, count, alpha: alpha, x: x, y: y)
        }
    }

    /// Not inlined, so that the frequent case stays small.
    @inline(never) private func overOther(
        _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ row: UnsafeRawPointer, _ count: Int,
        alpha: UInt8, x: Int, y: Int
    ) {
        copyRow(target, below, count * bytesPerPixel)
        switch self {
        case .native: break
        case .reordered(let order, let fourth):
            eachChunk(count) { start, count, room in
                reorderRow(room, row + start * 4, count, order)
                let part = target + start * 4
                overRow(part, part, room, count, alpha: alpha, fourth, fourthIsLowest: order.alpha == 0)
            }
        case .packed(let order):
            eachChunk(count) { start, count, room in
                reorderRow(room, row + start * 4, count, order)
                withUnpacked(target + start * 3, count, room + chunk * 4) {
                    overRow($0, $0, room, count, alpha: alpha, .kept)
                }
            }
        case .sixteen(let fields):
            overRow16(target, row, count, alpha: alpha, fields, x: x, y: y)
        case .palette, .fields:
            let pixels = row.assumingMemoryBound(to: UInt32.self)
            eachPixel(target, count, x: x, y: y) { times(pixel: pixels[$0], alpha) }
        }
    }

    /// Prepares a premultiplied colour to go over rows. A row's first and last pixel may have others. `room` has
    /// `Fill.room` bytes and lives as long as the paint.
    func paint(_ color: UInt32, first: UInt32, last: UInt32, in room: UnsafeMutableRawPointer) -> Paint {
        var paint = Paint(color: color, first: first, last: last, fill: nil)
        if case .native(let fourth) = self {
            paint.fill = Fill(color, first: first, last: last, fourth, fourthIsLowest: false, in: room)
        } else if case .reordered(let order, let fourth) = self {
            paint.fill = Fill(
                order.reordered(color), first: order.reordered(first), last: order.reordered(last), fourth,
                fourthIsLowest: order.alpha == 0, in: room)
        }
        return paint
    }

    /// Puts a colour over the `count` pixels at `below`, into `target`, which may be the same.
    @inline(__always) func fill(
        _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ paint: Paint, _ count: Int,
        hasFirst: Bool, hasLast: Bool, x: Int, y: Int
    ) {
        if let fill = paint.fill {
            fill.row(target, below, count, hasFirst: hasFirst, hasLast: hasLast)
        } else {
            fillOther(target, below, paint, count, hasFirst: hasFirst, hasLast: hasLast, x: x, y: y)
        }
    }

    @inline(never) private func fillOther(
        _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ paint: Paint, _ count: Int,
        hasFirst: Bool, hasLast: Bool, x: Int, y: Int
    ) {
        let bytes = bytesPerPixel
        copyRow(target, below, count * bytes)
        var (start, end) = (0, count)
        if hasFirst && paint.first != paint.color && count > 0 {
            fill(target, paint.first, 1, x: x, y: y)
            start = 1
        }
        if hasLast && paint.last != paint.color && end > start {
            end -= 1
            fill(target + end * bytes, paint.last, 1, x: x + end, y: y)
        }
        fill(target + start * bytes, paint.color, end - start, x: x + start, y: y)
    }

    private func fill(_ target: UnsafeMutableRawPointer, _ color: UInt32, _ count: Int, x: Int, y: Int) {
        if color >> 24 == 0 || count == 0 { return }
        switch self {
        case .native, .reordered, .packed:
            eachChunk(count) { start, count, room in
                room.bindMemory(to: UInt32.self, capacity: chunk).initialize(repeating: color, count: chunk)
                let part = target + start * bytesPerPixel
                over(part, part, room, count, alpha: 255, x: x + start, y: y)
            }
        case .sixteen(let fields):
            fillRow16(target, color, count, fields, x: x, y: y)
        case .palette, .fields:
            eachPixel(target, count, x: x, y: y) { _ in color }
        }
    }

    /// Puts a colour over all of a surface.
    func fill(_ target: Surface, _ paint: Paint, x: Int, y: Int) {
        if let fill = paint.fill { return fill.rows(target.base, stride: target.stride, target.size) }
        for line in 0..<target.size.height {
            let row = target.row(line)
            fillOther(row, row, paint, target.size.width, hasFirst: false, hasLast: false, x: x, y: y + line)
        }
    }

    /// Puts a premultiplied colour, times coverage, over all of a surface.
    func mask(
        _ target: Surface, _ coverage: UnsafeRawPointer, stride: Int, _ color: UInt32, x: Int, y: Int
    ) {
        switch self {
        case .native(let fourth):
            maskRows(
                target.base, stride: target.stride, coverage, stride: stride, color, target.size, fourth)
        case .reordered(let order, let fourth):
            maskRows(
                target.base, stride: target.stride, coverage, stride: stride, order.reordered(color),
                target.size, fourth, fourthIsLowest: order.alpha == 0)
        case .packed, .sixteen, .palette, .fields:
            for line in 0..<target.size.height {
                maskOther(
                    target.row(line), coverage + line * stride, color, target.size.width, x: x, y: y + line)
            }
        }
    }

    private func maskOther(
        _ target: UnsafeMutableRawPointer, _ coverage: UnsafeRawPointer, _ color: UInt32, _ count: Int,
        x: Int,
        y: Int
    ) {
        switch self {
        case .native, .reordered: break
        case .packed(let order):
            eachChunk(count) { start, count, room in
                withUnpacked(target + start * 3, count, room) {
                    maskRows(
                        $0, stride: 0, coverage + start, stride: 0, order.reordered(color),
                        Size(width: count, height: 1), .kept)
                }
            }
        case .sixteen(let fields):
            maskRow16(target, coverage, color, count, fields, x: x, y: y)
        case .palette, .fields:
            let bytes = coverage.assumingMemoryBound(to: UInt8.self)
            eachPixel(target, count, x: x, y: y) { times(pixel: color, bytes[$0]) }
        }
    }

    private func eachPixel(
        _ target: UnsafeMutableRawPointer, _ count: Int, x: Int, y: Int, _ source: (Int) -> UInt32
    ) {
        if case .palette(let palette) = self {
            for index in 0..<count { palette.over(target + index, source(index), x: x + index, y: y) }
        } else if case .fields(let fields) = self {
            for index in 0..<count { fields.over(target, index, source(index), x: x + index, y: y) }
        }
    }
}

/// A premultiplied ARGB8888 colour, made ready by `RowTarget.paint` to go over rows.
struct Paint {
    let color: UInt32
    let first: UInt32
    let last: UInt32
    /// For pixels of whole bytes.
    fileprivate(set) var fill: Fill?
}

// MARK: - Chunks

/// Pixels that are reordered or unpacked at a time, on the stack.
private let chunk = 64

/// Lends room for two chunks of 32-bit pixels, for one part of a row after the other.
func eachChunk(_ count: Int, _ body: (Int, Int, UnsafeMutableRawPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { room in
        guard let base = room.baseAddress else { return }
        for start in stride(from: 0, to: count, by: chunk) { body(start, min(chunk, count - start), base) }
    }
}

/// Lends copies of pixels of three bytes as ones of four, and puts them back.
private func withUnpacked(
    _ target: UnsafeMutableRawPointer, _ count: Int, _ room: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer) -> Void
) {
    let pixels = room.assumingMemoryBound(to: UInt32.self)
    for index in 0..<count { pixels[index] = load(target + index * 3, 3) }
    body(room)
    for index in 0..<count { store(pixels[index], target + index * 3, 3) }
}
