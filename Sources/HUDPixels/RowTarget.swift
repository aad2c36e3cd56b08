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
        let fourth: FourthByte = format.alpha.length > 0 ? .opaque : .kept
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
    func over(
        _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ row: UnsafeRawPointer, _ count: Int,
        alpha: UInt8, x: Int, y: Int
    ) {
        if case .native(let fourth) = self {
            return overRow(target, below, row, count, alpha: alpha, fourth)
        }
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

    /// Puts a premultiplied colour over the `count` pixels at `below`, into `target`, which may be the same. The first
    /// and the last may have other colours.
    func fill(
        _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ colour: UInt32, first: UInt32,
        last: UInt32, _ count: Int, x: Int, y: Int
    ) {
        let isVisible = min(colour, first, last) >> 24 > 0
        if case .native(let fourth) = self, isVisible {
            return fillRow(target, below, colour, first: first, last: last, count, fourth)
        }
        copyRow(target, below, count * bytesPerPixel)
        if case .reordered(let order, let fourth) = self, isVisible {
            return fillRow(
                target, target, order.reordered(colour), first: order.reordered(first),
                last: order.reordered(last), count, fourth, fourthIsLowest: order.alpha == 0)
        }
        if first == colour && last == colour { return fill(target, colour, count, x: x, y: y) }
        fill(target, first, 1, x: x, y: y)
        if count == 1 { return }
        let end = target + (count - 1) * bytesPerPixel
        fill(target + bytesPerPixel, colour, count - 2, x: x + 1, y: y)
        fill(end, last, 1, x: x + count - 1, y: y)
    }

    /// Puts a premultiplied colour over `count` pixels.
    func fill(_ target: UnsafeMutableRawPointer, _ colour: UInt32, _ count: Int, x: Int, y: Int) {
        if colour >> 24 == 0 || count == 0 { return }
        switch self {
        case .native(let fourth):
            fillRow(target, target, colour, first: colour, last: colour, count, fourth)
        case .reordered(let order, let fourth):
            let pixel = order.reordered(colour)
            fillRow(
                target, target, pixel, first: pixel, last: pixel, count, fourth,
                fourthIsLowest: order.alpha == 0)
        case .packed(let order):
            let pixel = order.reordered(colour)
            eachChunk(count) { start, count, room in
                withUnpacked(target + start * 3, count, room) {
                    fillRow($0, $0, pixel, first: pixel, last: pixel, count, .kept)
                }
            }
        case .sixteen(let fields):
            fillRow16(target, colour, count, fields, x: x, y: y)
        case .palette, .fields:
            eachPixel(target, count, x: x, y: y) { _ in colour }
        }
    }

    /// Puts a premultiplied colour, times a row of coverage, over `count` pixels.
    func mask(
        _ target: UnsafeMutableRawPointer, _ coverage: UnsafeRawPointer, _ colour: UInt32, _ count: Int, x: Int,
        y: Int
    ) {
        switch self {
        case .native(let fourth):
            maskRow(target, coverage, colour, count, fourth)
        case .reordered(let order, let fourth):
            maskRow(
                target, coverage, order.reordered(colour), count, fourth, fourthIsLowest: order.alpha == 0)
        case .packed(let order):
            eachChunk(count) { start, count, room in
                withUnpacked(target + start * 3, count, room) {
                    maskRow($0, coverage + start, order.reordered(colour), count, .kept)
                }
            }
        case .sixteen(let fields):
            maskRow16(target, coverage, colour, count, fields, x: x, y: y)
        case .palette, .fields:
            let bytes = coverage.assumingMemoryBound(to: UInt8.self)
            eachPixel(target, count, x: x, y: y) { times(pixel: colour, bytes[$0]) }
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

// MARK: - Chunks

/// Pixels that are reordered or unpacked at a time, on the stack.
private let chunk = 64

/// Lends room for two chunks of 32-bit pixels, for one part of a row after the other.
private func eachChunk(_ count: Int, _ body: (Int, Int, UnsafeMutableRawPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 64) { room in
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
