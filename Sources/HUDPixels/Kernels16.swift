// The inner loops over rows of pixels of 16 bits: sixteen at a time, a lane for each channel.

/// Pixels of one step.
private let step16 = 16

/// Where the channels of a pixel of two bytes stand; none has more than seven bits.
struct Fields16 {
    var shifts: (red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16)
    /// The greatest number of each channel; 0: there is no alpha.
    var maximums: (red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16)
    /// What a channel is multiplied by to be in its place. Never a constant where it is used: the compiler would
    /// make one shift of 32 bits of a division and this, and pack and unpack all lanes for it.
    var factors: (red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16)
    /// Bits of no channel, which stay.
    var others: UInt16

    /// Nil if the format is another.
    init?(_ format: PixelFormat) {
        guard format.bytesPerPixel == 2, !format.isGrey,
            max(format.red.length, format.green.length, format.blue.length, format.alpha.length) < 8
        else { return nil }
        func shift(_ field: PixelFormat.Field) -> UInt16 { field.length > 0 ? UInt16(field.offset) : 0 }
        func maximum(_ field: PixelFormat.Field) -> UInt16 { UInt16(field.maximum) }
        shifts = (shift(format.red), shift(format.green), shift(format.blue), shift(format.alpha))
        maximums = (
            maximum(format.red), maximum(format.green), maximum(format.blue), maximum(format.alpha)
        )
        factors = (1 << shifts.red, 1 << shifts.green, 1 << shifts.blue, 1 << shifts.alpha)
        let channels = format.red.bits | format.green.bits | format.blue.bits | format.alpha.bits
        others = UInt16(truncatingIfNeeded: ~channels)
    }

    /// Whether the format is RGB565: its places as constants are worth loops of their own.
    fileprivate var is565: Bool {
        shifts == (11, 5, 0, 0) && maximums == (31, 63, 31, 0) && others == 0
    }

    fileprivate var as565: Fields16 {
        var fields = self
        fields.shifts = (11, 5, 0, 0)
        fields.maximums = (31, 63, 31, 0)
        fields.others = 0
        return fields
    }
}

/// Sixteen pixels of a source, a lane for each channel.
private struct Channels16 {
    var red: Lanes
    var green: Lanes
    var blue: Lanes
    var alpha: Lanes

    /// Sixteen times the same pixel.
    @inline(__always) init(repeating pixel: UInt32) {
        red = Lanes(repeating: UInt16(truncatingIfNeeded: pixel >> 16 & 0xFF))
        green = Lanes(repeating: UInt16(truncatingIfNeeded: pixel >> 8 & 0xFF))
        blue = Lanes(repeating: UInt16(truncatingIfNeeded: pixel & 0xFF))
        alpha = Lanes(repeating: UInt16(truncatingIfNeeded: pixel >> 24))
    }

    /// Sixteen pixels, ARGB8888.
    @inline(__always) init(_ pointer: UnsafeRawPointer) {
        let low = pointer.loadUnaligned(as: Pixels8.self)
        let high = (pointer + 32).loadUnaligned(as: Pixels8.self)
        red = Self.channel(low, high, 16)
        green = Self.channel(low, high, 8)
        blue = Self.channel(low, high, 0)
        alpha = Self.channel(low, high, 24)
    }

    /// Masked before it is narrowed, not the other way round: only then the compiler sees that packing will do.
    @inline(__always) private static func channel(_ low: Pixels8, _ high: Pixels8, _ shift: UInt32) -> Lanes {
        let byte = Pixels8(repeating: 0xFF)
        let first = (low &>> Pixels8(repeating: shift)) & byte
        let second = (high &>> Pixels8(repeating: shift)) & byte
        return Lanes(
            lowHalf: SIMD8<UInt16>(truncatingIfNeeded: first),
            highHalf: SIMD8<UInt16>(truncatingIfNeeded: second))
    }

    @inline(__always) func scaled(by factor: Lanes) -> Channels16 {
        var result = self
        result.red = times(red, factor)
        result.green = times(green, factor)
        result.blue = times(blue, factor)
        result.alpha = times(alpha, factor)
        return result
    }
}

/// The ordered dither of sixteen pixels in a row, from column `x` of row `y`: see `dither`.
@inline(__always) private func dither16(x: Int, y: Int) -> Lanes {
    let row = UInt16(truncatingIfNeeded: ditherRows &>> UInt64(truncatingIfNeeded: (y & 3) &* 16))
    let turn = UInt16(truncatingIfNeeded: (x & 3) &* 4)
    let turned = turn == 0 ? row : row &>> turn | row &<< (16 &- turn)
    let four = SIMD4<UInt16>(turned, turned &>> 4, turned &>> 8, turned &>> 12)
    let steps = (four & SIMD4<UInt16>(repeating: 15)) &* SIMD4<UInt16>(repeating: 16)
    let values = steps &+ SIMD4<UInt16>(repeating: 8)
    let eight = SIMD8<UInt16>(lowHalf: values, highHalf: values)
    return Lanes(lowHalf: eight, highHalf: eight)
}

/// A channel's bits of the new pixels: the old number times `rest` and `source` of 255ths of a step, dithered.
@inline(__always) private func channel16(
    _ old: Lanes, _ source: Lanes, rest: Lanes, _ shift: UInt16, _ maximum: UInt16, _ factor: UInt16
) -> Lanes {
    let value = (old &>> Lanes(repeating: shift)) & Lanes(repeating: maximum)
    return divide255(value &* rest &+ source) &* Lanes(repeating: factor)
}

/// `source` over sixteen pixels. Each channel is composed in the target's own steps: see `FieldRows`.
@inline(__always) private func over16(
    _ source: Channels16, _ old: Lanes, _ fields: Fields16, _ dither: Lanes
) -> Lanes {
    let rest = Lanes(repeating: 255) &- source.alpha
    let (most, shifts, factors) = (fields.maximums, fields.shifts, fields.factors)
    let red = source.red &* Lanes(repeating: most.red) &+ dither
    let green = source.green &* Lanes(repeating: most.green) &+ dither
    let blue = source.blue &* Lanes(repeating: most.blue) &+ dither
    let colors =
        channel16(old, red, rest: rest, shifts.red, most.red, factors.red)
        &+ channel16(old, green, rest: rest, shifts.green, most.green, factors.green)
        &+ channel16(old, blue, rest: rest, shifts.blue, most.blue, factors.blue)
    let new = colors &+ (old & Lanes(repeating: fields.others))
    if most.alpha == 0 { return new }
    // To the nearest, not dithered: a translucent box has one alpha all over.
    let alpha = source.alpha &* Lanes(repeating: most.alpha) &+ Lanes(repeating: 128)
    return new &+ channel16(old, alpha, rest: rest, shifts.alpha, most.alpha, factors.alpha)
}

/// As `eachStep`, by sixteen pixels of two bytes, with the dither of each step.
@inline(__always) private func eachStep16(
    _ count: Int, into target: UnsafeMutableRawPointer, x: Int, y: Int, _ body: (Int, Lanes) -> Lanes
) {
    let last = count - step16
    let dither = dither16(x: x, y: y)
    let end = body(last, last & 3 == 0 ? dither : dither16(x: x + last, y: y))
    var index = 0
    while index < last {
        target.storeBytes(of: body(index, dither), toByteOffset: index &* 2, as: Lanes.self)
        index &+= step16
    }
    target.storeBytes(of: end, toByteOffset: last * 2, as: Lanes.self)
}

/// Premultiplied ARGB8888 pixels, times `alpha`, over `target`, whose first pixel is in column `x` of row `y`.
@inline(never) func overRow16(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int, alpha: UInt8,
    _ fields: Fields16, x: Int, y: Int
) {
    if count < step16 {
        return short(target, target, count * 2, source, count * 4) {
            overRow16($0, $1, step16, alpha: alpha, fields, x: x, y: y)
        }
    }
    switch (fields.is565, alpha == 255) {
    case (true, true): overLoop16(target, source, count, nil, fields.as565, x, y)
    case (true, false): overLoop16(target, source, count, alpha, fields.as565, x, y)
    case (false, _): overLoop16(target, source, count, alpha, fields, x, y)
    }
}

@inline(__always) private func overLoop16(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int, _ alpha: UInt8?,
    _ fields: Fields16, _ x: Int, _ y: Int
) {
    let factor = Lanes(repeating: UInt16(alpha ?? 255))
    eachStep16(count, into: target, x: x, y: y) { index, dither in
        var pixels = Channels16(source + index &* 4)
        if alpha != nil { pixels = pixels.scaled(by: factor) }
        let old = (target + index &* 2).loadUnaligned(as: Lanes.self)
        return over16(pixels, old, fields, dither)
    }
}

/// A premultiplied ARGB8888 colour over `target`, whose first pixel is in column `x` of row `y`.
@inline(never) func fillRow16(
    _ target: UnsafeMutableRawPointer, _ color: UInt32, _ count: Int, _ fields: Fields16, x: Int, y: Int
) {
    if count < step16 {
        return short(target, target, count * 2, nil, 0) { copy, _ in
            fillRow16(copy, color, step16, fields, x: x, y: y)
        }
    }
    if color >> 24 == 0 { return }
    if fields.is565 {
        fillLoop16(target, color, count, fields.as565, x, y)
    } else {
        fillLoop16(target, color, count, fields, x, y)
    }
}

@inline(__always) private func fillLoop16(
    _ target: UnsafeMutableRawPointer, _ color: UInt32, _ count: Int, _ fields: Fields16, _ x: Int, _ y: Int
) {
    let source = Channels16(repeating: color)
    eachStep16(count, into: target, x: x, y: y) { index, dither in
        over16(source, (target + index &* 2).loadUnaligned(as: Lanes.self), fields, dither)
    }
}

/// A premultiplied ARGB8888 colour, times a row of coverage, over `target`, whose first pixel is in column `x` of
/// row `y`.
@inline(never) func maskRow16(
    _ target: UnsafeMutableRawPointer, _ coverage: UnsafeRawPointer, _ color: UInt32, _ count: Int,
    _ fields: Fields16, x: Int, y: Int
) {
    if count < step16 {
        return short(target, target, count * 2, coverage, count) {
            maskRow16($0, $1, color, step16, fields, x: x, y: y)
        }
    }
    if fields.is565 {
        maskLoop16(target, coverage, color, count, fields.as565, x, y)
    } else {
        maskLoop16(target, coverage, color, count, fields, x, y)
    }
}

@inline(__always) private func maskLoop16(
    _ target: UnsafeMutableRawPointer, _ coverage: UnsafeRawPointer, _ color: UInt32, _ count: Int,
    _ fields: Fields16, _ x: Int, _ y: Int
) {
    let source = Channels16(repeating: color)
    eachStep16(count, into: target, x: x, y: y) { index, dither in
        let old = (target + index &* 2).loadUnaligned(as: Lanes.self)
        let words = (coverage + index).loadUnaligned(as: SIMD2<UInt64>.self)
        if words.x | words.y == 0 { return old }
        let low = SIMD8<UInt16>(truncatingIfNeeded: unsafeBitCast(words.x, to: SIMD8<UInt8>.self))
        let high = SIMD8<UInt16>(truncatingIfNeeded: unsafeBitCast(words.y, to: SIMD8<UInt8>.self))
        let pixels = source.scaled(by: Lanes(lowHalf: low, highHalf: high))
        return over16(pixels, old, fields, dither)
    }
}
