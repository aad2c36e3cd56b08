/// Rows of any format that fields describe, pixel by pixel: what there is no faster way for.
///
/// Each channel is composed in the target's own steps and rounded once. Composing in eight bits and rounding to
/// the steps afterwards would round twice, and not give back a background that nothing was added to. The result
/// is less than one step, plus what eight bits of the source cost, from the exact one. Alpha is composed as the colours
/// are, but not dithered; bits of no channel stay.
struct FieldRows {
    let bytes: Int
    private let red: Channel
    private let green: Channel
    private let blue: Channel
    private let alpha: Channel
    private let others: UInt32
    private let isGrey: Bool

    init(_ format: PixelFormat) {
        bytes = format.bytesPerPixel
        (red, green, blue) = (Channel(format.red), Channel(format.green), Channel(format.blue))
        alpha = Channel(format.alpha)
        others = ~(format.red.bits | format.green.bits | format.blue.bits | format.alpha.bits)
        isGrey = format.isGrey
    }

    /// A premultiplied ARGB8888 pixel over the one at `index`, which is in column `x` of row `y`.
    @inline(__always) func over(
        _ target: UnsafeMutableRawPointer, _ index: Int, _ source: UInt32, x: Int, y: Int
    ) {
        let opacity = source >> 24
        if opacity == 0 { return }
        let rest = 255 - opacity
        let place = target + index * bytes
        let old = load(place, bytes)
        let dither = dither(x: x, y: y)
        // 128 is no dither: to the nearest.
        var new = old & others | alpha.over(old, opacity, rest: rest, 128)
        if isGrey {
            new |= red.over(old, grey(source), rest: rest, dither)
        } else {
            new |= red.over(old, source >> 16 & 0xFF, rest: rest, dither)
            new |= green.over(old, source >> 8 & 0xFF, rest: rest, dither)
            new |= blue.over(old, source & 0xFF, rest: rest, dither)
        }
        store(new, place, bytes)
    }
}

/// How bright a pixel is, by the weights of its colours; no more than its alpha where it is premultiplied.
@inline(__always) func grey(_ pixel: UInt32) -> UInt32 {
    let red = (pixel >> 16 & 0xFF) &* 77
    let green = (pixel >> 8 & 0xFF) &* 150
    return (red &+ green &+ (pixel & 0xFF) &* 29 &+ 128) >> 8
}

private struct Channel {
    let offset: UInt32
    let maximum: UInt32

    init(_ field: PixelFormat.Field) {
        // Where there is no such channel its place may be any number.
        offset = field.length > 0 ? UInt32(field.offset) : 0
        maximum = field.maximum
    }

    /// The channel's bits of the new pixel: `source` (0...255, premultiplied) over the old one.
    @inline(__always) func over(_ old: UInt32, _ source: UInt32, rest: UInt32, _ dither: UInt32) -> UInt32 {
        let value = old &>> offset & maximum
        let between = maximum < 255 ? dither : 128
        let sum = value &* rest &+ source &* maximum &+ between &- 1
        return (sum / 255) &<< offset
    }
}

/// The nearest integer to `value * factor / 255`.
@inline(__always) func times(_ value: UInt32, _ factor: UInt8) -> UInt32 {
    let product = value &* UInt32(factor) &+ 128
    return (product &+ product >> 8) >> 8
}

/// Each byte of the pixel times `factor / 255`.
@inline(__always) func times(pixel: UInt32, _ factor: UInt8) -> UInt32 {
    if factor == 255 { return pixel }
    let alpha = times(pixel >> 24, factor) << 24
    let red = times(pixel >> 16 & 0xFF, factor) << 16
    let green = times(pixel >> 8 & 0xFF, factor) << 8
    return alpha | red | green | times(pixel & 0xFF, factor)
}
