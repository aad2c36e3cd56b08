// The inner loops over rows of pixels, and the arithmetic they share.
//
// Everything that a loop calls stands in this one file, which makes it long. Three files, for 32 bits, 16 bits and
// resampling, were measured: although a release build compiles the module as a whole, pictures on RGB565 took 0.84 to
// 0.99 of pixman's time instead of 0.48 to 0.59, and a debug build, which inlines nothing of another file, is four
// times as slow.
//
// Pixels of 32 bits are worked on in place, eight at a time, as sixteen 16-bit lanes: the even bytes of the pixels
// (`v & 0x00FF`) and the odd ones (`v >> 8`), so nothing is unpacked or packed. Rounding is
// (x + 128 + ((x + 128) >> 8)) >> 8 throughout: the nearest integer to x / 255 for every product of two bytes.
//
// What others call is never inlined: in a caller that has grown large the arithmetic would become calls, at forty
// times the cost.
//
// Sources are premultiplied, no channel above its alpha: only then no sum overflows its lane.

typealias Lanes = SIMD16<UInt16>
typealias Pixels8 = SIMD8<UInt32>

/// Pixels of one step: of 32 bits, and of 16.
private let step = 8
private let step16 = 16

/// What becomes of the byte of a 32-bit target that is no color.
enum FourthByte {
    /// It is alpha, and is composed as the colors are.
    case composed
    /// It is unused and stays what it was.
    case kept
}

// MARK: - Arithmetic

/// Eight pixels as even and odd bytes, each in a 16-bit lane.
private struct Split {
    var even: Lanes
    var odd: Lanes

    @inline(__always) init(even: Lanes, odd: Lanes) {
        self.even = even
        self.odd = odd
    }

    @inline(__always) init(_ pointer: UnsafeRawPointer) {
        self.init(pointer.loadUnaligned(as: Lanes.self))
    }

    @inline(__always) init(_ bytes: Lanes) {
        even = bytes & Lanes(repeating: 0x00FF)
        odd = bytes &>> Lanes(repeating: 8)
    }

    /// Eight times the same pixel.
    @inline(__always) init(repeating pixel: UInt32) {
        self.init(unsafeBitCast(Pixels8(repeating: pixel), to: Lanes.self))
    }

    @inline(__always) var bytes: Lanes { even &+ (odd &<< Lanes(repeating: 8)) }
}

/// `(x - 1) / 255` in each lane, rounded down, for 1...65280; so `x + 128` gives the nearest to `x / 255`.
@inline(__always) private func divide255(_ x: Lanes) -> Lanes {
    #if arch(x86_64)
        // (x * 257) >> 16 is the same number and becomes one pmulhuw.
        var result = x
        for lane in 0..<16 { result[lane] = x[lane].multipliedFullWidth(by: 257).high }
        return result
    #else
        return (x &+ (x &>> Lanes(repeating: 8))) &>> Lanes(repeating: 8)
    #endif
}

/// The nearest integer to `a * b / 255` in each lane.
@inline(__always) private func times(_ a: Lanes, _ b: Lanes) -> Lanes {
    divide255(a &* b &+ Lanes(repeating: 128))
}

@inline(__always) private func scaled(_ pixels: Split, by factor: Lanes) -> Split {
    Split(even: times(pixels.even, factor), odd: times(pixels.odd, factor))
}

/// The number in either half of each 32-bit lane.
@inline(__always) private func halves(_ number: UInt32) -> Lanes {
    unsafeBitCast(Pixels8(repeating: number &* 0x0001_0001), to: Lanes.self)
}

/// Each premultiplied pixel's alpha in both halves of its 32 bits.
@inline(__always) private func alpha(of source: Split, fourthIsLowest: Bool) -> Lanes {
    let holder = unsafeBitCast(fourthIsLowest ? source.even : source.odd, to: Pixels8.self)
    let alone = holder & Pixels8(repeating: fourthIsLowest ? 0x0000_FFFF : 0xFFFF_0000)
    let sixteen = Pixels8(repeating: 16)
    let moved = fourthIsLowest ? alone &<< sixteen : holder &>> sixteen
    return unsafeBitCast(alone | moved, to: Lanes.self)
}

/// `source`, whose alpha is known, over the pixels `old`.
///
/// What is left of a byte below, the nearest integer to `old * (255 - alpha) / 255`, is `old` less the nearest to
/// `old * alpha / 255`, as no product of bytes lies halfway between two multiples of 255. So the pixels below need be
/// taken apart for what is lost of them only; sums and differences of whole lanes do the rest.
@inline(__always) private func over(
    _ source: Split, alpha: Lanes, _ old: Lanes, _ fourth: FourthByte, fourthIsLowest: Bool
) -> Lanes {
    let below = Split(old)
    var even = source.even &- times(below.even, alpha)
    var odd = source.odd &- times(below.odd, alpha)
    if fourth == .kept {
        let color = Pixels8(repeating: fourthIsLowest ? 0xFFFF_0000 : 0x0000_FFFF)
        if fourthIsLowest {
            even = even & unsafeBitCast(color, to: Lanes.self)
        } else {
            odd = odd & unsafeBitCast(color, to: Lanes.self)
        }
    }
    return old &+ Split(even: even, odd: odd).bytes
}

/// `source` over the pixels `old`.
@inline(__always) private func over(
    _ source: Split, _ old: Lanes, _ fourth: FourthByte, fourthIsLowest: Bool
) -> Lanes {
    over(
        source, alpha: alpha(of: source, fourthIsLowest: fourthIsLowest), old, fourth,
        fourthIsLowest: fourthIsLowest)
}

// MARK: - Steps

/// Calls `body` for the first index of eight pixels at a time, and stores what it gives at `target`.
///
/// A row that is no multiple of eight ends with a step that overlaps the one before it: that one is computed before,
/// from pixels which are still untouched, and stored last. Of a long row only once the rest is done: a read of the
/// row's end spoils what the processor reads ahead by itself (of rows that come from memory, a third of the time).
///
/// - Precondition: `count >= 8`; `short` helps out.
@inline(__always) private func eachStep(
    _ count: Int, into target: UnsafeMutableRawPointer, _ body: (Int) -> Lanes
) {
    let isLong = count > 512 && count & (step - 1) != 0
    var index = 0
    var stop = isLong ? (count &- step) & ~(step - 1) : count
    while true {
        let whole = stop & ~(step - 1)
        let last = stop &- step
        let end = whole < stop ? body(last) : Lanes()
        while index < whole {
            target.storeBytes(of: body(index), toByteOffset: index &* 4, as: Lanes.self)
            index &+= step
        }
        if whole < stop { target.storeBytes(of: end, toByteOffset: last &* 4, as: Lanes.self) }
        if stop == count { return }
        stop = count
    }
}

/// Lends copies of `count` < `step` pixels with room for a whole step, and puts the target's pixels back.
private func short(
    _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ bytes: Int, _ source: UnsafeRawPointer?,
    _ sourceBytes: Int, _ body: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
) {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { room in
        guard let copy = room.baseAddress else { return }
        room.initializeMemory(as: UInt8.self, repeating: 0)
        copy.copyMemory(from: below, byteCount: bytes)
        let sourceCopy = copy + 64
        if let source { sourceCopy.copyMemory(from: source, byteCount: sourceBytes) }
        body(copy, sourceCopy)
        target.copyMemory(from: copy, byteCount: bytes)
    }
}

/// Copies pixels that may be where they go already.
@inline(__always) func copyRow(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ bytes: Int) {
    if UnsafeRawPointer(target) != source { target.copyMemory(from: source, byteCount: bytes) }
}

// MARK: - 32 bits

/// Premultiplied pixels, times `alpha`, over those at `below`, into `target`, which may be the same. All have the same
/// byte order.
@inline(never) func overRow(
    _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ source: UnsafeRawPointer, _ count: Int,
    alpha: UInt8, _ fourth: FourthByte, fourthIsLowest: Bool = false
) {
    if count < 3 {
        for index in 0..<count {
            overPixel(
                target + index * 4, below + index * 4, source + index * 4, alpha, fourth, fourthIsLowest)
        }
        return
    }
    if count < step {
        return short(target, below, count * 4, source, count * 4) {
            overRow($0, $0, $1, step, alpha: alpha, fourth, fourthIsLowest: fourthIsLowest)
        }
    }
    // One loop for each case, so that none of the choices is made inside.
    switch (fourth, fourthIsLowest, alpha == 255) {
    case (.composed, false, true): overLoop(target, below, source, count, nil, .composed, false)
    case (.composed, false, false): overLoop(target, below, source, count, alpha, .composed, false)
    case (.composed, true, _): overLoop(target, below, source, count, alpha, .composed, true)
    case (.kept, false, true): overLoop(target, below, source, count, nil, .kept, false)
    case (.kept, false, false): overLoop(target, below, source, count, alpha, .kept, false)
    case (.kept, true, _): overLoop(target, below, source, count, alpha, .kept, true)
    }
}

/// The same for one pixel: the even and the odd bytes in one number each.
@inline(__always) private func overPixel(
    _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ source: UnsafeRawPointer, _ alpha: UInt8,
    _ fourth: FourthByte, _ fourthIsLowest: Bool
) {
    func times(_ pair: UInt32, _ factor: UInt32) -> UInt32 {
        let product = pair &* factor &+ 0x0080_0080
        return ((product &+ ((product &>> 8) & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
    }
    let pixel = source.loadUnaligned(as: UInt32.self)
    let even = times(pixel & 0x00FF_00FF, UInt32(alpha))
    let odd = times((pixel &>> 8) & 0x00FF_00FF, UInt32(alpha))
    let coverage = fourthIsLowest ? even & 0xFF : odd &>> 16
    let old = below.loadUnaligned(as: UInt32.self)
    let oldEven = times(old & 0x00FF_00FF, 255 &- coverage)
    let oldOdd = times((old &>> 8) & 0x00FF_00FF, 255 &- coverage)
    var new = (even &+ oldEven) &+ ((odd &+ oldOdd) &<< 8)
    let place: UInt32 = fourthIsLowest ? 0x0000_00FF : 0xFF00_0000
    if fourth == .kept { new = new & ~place | old & place }
    target.storeBytes(of: new, as: UInt32.self)
}

@inline(__always) private func overLoop(
    _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ source: UnsafeRawPointer, _ count: Int,
    _ alpha: UInt8?, _ fourth: FourthByte, _ fourthIsLowest: Bool
) {
    let factor = Lanes(repeating: UInt16(alpha ?? 255))
    eachStep(count, into: target) { index in
        var pixels = Split(source + index &* 4)
        if alpha != nil { pixels = scaled(pixels, by: factor) }
        let old = (below + index &* 4).loadUnaligned(as: Lanes.self)
        return over(pixels, old, fourth, fourthIsLowest: fourthIsLowest)
    }
}

/// Eight colors, prepared to go over many pixels.
private struct Solid {
    var factor: Split
    var bias: Split

    @inline(__always) init(_ colors: Pixels8, _ fourth: FourthByte, _ fourthIsLowest: Bool) {
        let alpha = fourthIsLowest ? colors & Pixels8(repeating: 0xFF) : colors &>> Pixels8(repeating: 24)
        // What the fourth byte becomes is a matter of its lanes' factors alone.
        let place = Pixels8(repeating: fourthIsLowest ? 0x0000_00FF : 0xFF00_0000)
        var pixels = colors
        var rest = (Pixels8(repeating: 255) &- alpha) &* Pixels8(repeating: 0x0101_0101)
        if fourth == .kept {
            pixels = pixels & ~place
            rest = rest | place
        }
        let source = Split(unsafeBitCast(pixels, to: Lanes.self))
        factor = Split(unsafeBitCast(rest, to: Lanes.self))
        let half = Lanes(repeating: 128)
        let whole = Lanes(repeating: 255)
        bias = Split(even: source.even &* whole &+ half, odd: source.odd &* whole &+ half)
    }

    @inline(__always) func over(_ below: UnsafeRawPointer) -> Lanes {
        let old = Split(below)
        return Split(
            even: divide255(old.even &* factor.even &+ bias.even),
            odd: divide255(old.odd &* factor.odd &+ bias.odd)
        ).bytes
    }
}

/// A premultiplied color that goes over many rows, and what is to be computed of it once; the first and the last
/// pixel of a row may have colors of their own.
struct Fill {
    private struct State {
        /// For the first step of a row, for those in the middle, and for the last.
        let solids: (first: Solid, middle: Solid, last: Solid)
        let colors: (first: UInt32, middle: UInt32, last: UInt32)
        let fourth: FourthByte
        let fourthIsLowest: Bool
    }

    private let state: UnsafePointer<State>

    /// Bytes of the memory that it needs, aligned or not, and that must live as long.
    static let room = 512

    /// The colors have the byte order of the pixels that they will go over.
    init(
        _ middle: UInt32, first: UInt32, last: UInt32, _ fourth: FourthByte, fourthIsLowest: Bool,
        in room: UnsafeMutableRawPointer
    ) {
        var eight = Pixels8(repeating: middle)
        let middles = Solid(eight, fourth, fourthIsLowest)
        eight[0] = first
        let firsts = Solid(eight, fourth, fourthIsLowest)
        eight[0] = middle
        eight[step - 1] = last
        let lasts = Solid(eight, fourth, fourthIsLowest)
        let place = room.alignedUp(for: State.self).bindMemory(to: State.self, capacity: 1)
        place.initialize(
            to: State(
                solids: (firsts, middles, lasts), colors: (first, middle, last), fourth: fourth,
                fourthIsLowest: fourthIsLowest))
        state = UnsafePointer(place)
    }

    /// Goes over `count` pixels at `below`, into `target`, which may be the same.
    @inline(never) func row(
        _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ count: Int, hasFirst: Bool,
        hasLast: Bool
    ) {
        if count <= step { return short(target, below, count, hasFirst, hasLast) }
        let middle = state.pointee.solids.middle
        let offset = (count &- step) &* 4
        let end = hasLast ? state.pointee.solids.last.over(below + offset) : middle.over(below + offset)
        var index = 0
        if hasFirst {
            target.storeBytes(of: state.pointee.solids.first.over(below), as: Lanes.self)
            index = step &* 4
        }
        while index < offset {
            target.storeBytes(of: middle.over(below + index), toByteOffset: index, as: Lanes.self)
            index &+= step &* 4
        }
        target.storeBytes(of: end, toByteOffset: offset, as: Lanes.self)
    }

    /// Goes over rows of `size` that start `stride` bytes apart, all in the middle's color.
    @inline(never) func rows(_ target: UnsafeMutableRawPointer, stride: Int, _ size: Size) {
        let middle = state.pointee.solids.middle
        var row = target
        for _ in 0..<size.height {
            if size.width < step {
                short(row, row, size.width, false, false)
            } else {
                eachStep(size.width, into: row) { middle.over(row + $0 &* 4) }
            }
            row += stride
        }
    }

    private func short(
        _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ count: Int, _ hasFirst: Bool,
        _ hasLast: Bool
    ) {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 16) { room in
            guard let base = room.baseAddress, count > 0 else { return }
            let colors = state.pointee.colors
            base.storeBytes(of: Pixels8(repeating: colors.middle), as: Pixels8.self)
            if hasLast { base.storeBytes(of: colors.last, toByteOffset: (count - 1) * 4, as: UInt32.self) }
            if hasFirst { base.storeBytes(of: colors.first, as: UInt32.self) }
            overRow(
                target, below, base, count, alpha: 255, state.pointee.fourth,
                fourthIsLowest: state.pointee.fourthIsLowest)
        }
    }
}

/// A premultiplied color, times coverage, over `size.height` rows of `target`. The color has the target's byte order.
/// Strides are bytes from one row to the next.
@inline(never) func maskRows(
    _ target: UnsafeMutableRawPointer, stride: Int, _ coverage: UnsafeRawPointer, stride coverageStride: Int,
    _ color: UInt32, _ size: Size, _ fourth: FourthByte, fourthIsLowest: Bool = false
) {
    if size.width < step {
        for y in 0..<size.height {
            let row = target + y * stride
            short(row, row, size.width * 4, coverage + y * coverageStride, size.width) {
                let eight = Size(width: step, height: 1)
                maskRows($0, stride: 0, $1, stride: 0, color, eight, fourth, fourthIsLowest: fourthIsLowest)
            }
        }
        return
    }
    @inline(__always) func loop(_ fourth: FourthByte, _ fourthIsLowest: Bool, _ isOpaque: Bool) {
        maskLoop(target, stride, coverage, coverageStride, color, size, fourth, fourthIsLowest, isOpaque)
    }
    let place: UInt32 = fourthIsLowest ? 0x0000_00FF : 0xFF00_0000
    switch (fourth, fourthIsLowest, color & place == place) {
    case (.composed, false, true): loop(.composed, false, true)
    case (.composed, false, false): loop(.composed, false, false)
    case (.composed, true, _): loop(.composed, true, false)
    case (.kept, false, true): loop(.kept, false, true)
    case (.kept, false, false): loop(.kept, false, false)
    case (.kept, true, _): loop(.kept, true, false)
    }
}

@inline(__always) private func maskLoop(
    _ target: UnsafeMutableRawPointer, _ stride: Int, _ coverage: UnsafeRawPointer, _ coverageStride: Int,
    _ color: UInt32, _ size: Size, _ fourth: FourthByte, _ fourthIsLowest: Bool, _ isOpaque: Bool
) {
    let pixels = Split(repeating: color)
    let place: UInt32 = fourthIsLowest ? 0x0000_00FF : 0xFF00_0000
    let colors = Pixels8(repeating: fourth == .kept ? color & ~place : color)
    let keptBits = Pixels8(repeating: fourth == .kept ? place : 0)
    // Where an opaque color covers all eight pixels, they are the color. Another never does: 0 is looked at before.
    let full = isOpaque ? UInt64.max : 0

    @inline(__always) func blend(_ bytes: UInt64, _ old: Lanes) -> Lanes {
        let wide = Pixels8(truncatingIfNeeded: unsafeBitCast(bytes, to: SIMD8<UInt8>.self))
        let coverage = unsafeBitCast(wide | wide &<< Pixels8(repeating: 16), to: Lanes.self)
        let source = scaled(pixels, by: coverage)
        if isOpaque { return over(source, alpha: coverage, old, fourth, fourthIsLowest: fourthIsLowest) }
        return over(source, old, fourth, fourthIsLowest: fourthIsLowest)
    }

    let whole = size.width & ~(step - 1)
    let last = size.width - step
    var (target, coverage) = (target, coverage)
    for _ in 0..<size.height {
        var end = Lanes()
        if whole < size.width {
            let endBytes = (coverage + last).loadUnaligned(as: UInt64.self)
            end = (target + last &* 4).loadUnaligned(as: Lanes.self)
            if endBytes != 0 { end = blend(endBytes, end) }
        }
        var index = 0
        while index < whole {
            let bytes = (coverage + index).loadUnaligned(as: UInt64.self)
            let pointer = target + index &* 4
            index &+= step
            if bytes == 0 { continue }  // most of a line of text
            let old = pointer.loadUnaligned(as: Lanes.self)
            if bytes == full {
                let new = (unsafeBitCast(old, to: Pixels8.self) & keptBits) &+ colors
                pointer.storeBytes(of: new, as: Pixels8.self)
            } else {
                pointer.storeBytes(of: blend(bytes, old), as: Lanes.self)
            }
        }
        if whole < size.width { target.storeBytes(of: end, toByteOffset: last &* 4, as: Lanes.self) }
        target += stride
        coverage += coverageStride
    }
}

// MARK: - 16 bits

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

/// A premultiplied ARGB8888 color over `target`, whose first pixel is in column `x` of row `y`.
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

/// A premultiplied ARGB8888 color, times a row of coverage, over `target`, whose first pixel is in column `x` of
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

// MARK: - Between pixels

/// 256 times what lies between `a` (weights 256 and 0) and `b`, and a half: the upper byte is the nearest number.
@inline(__always) private func mix(_ a: Lanes, _ b: Lanes, _ weights: (a: Lanes, b: Lanes)) -> Lanes {
    a &* weights.a &+ Lanes(repeating: 128) &+ b &* weights.b
}

@inline(__always) private func mix(_ a: Split, _ b: Split, _ weight: Lanes) -> (even: Lanes, odd: Lanes) {
    let weights = (Lanes(repeating: 256) &- weight, weight)
    return (mix(a.even, b.even, weights), mix(a.odd, b.odd, weights))
}

/// Mixes two rows: `weight` / 256 of the second. Whole steps are read and written.
@inline(never) func mixRows(
    _ target: UnsafeMutableRawPointer, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, weight: UInt16,
    _ count: Int
) {
    let weights = Lanes(repeating: weight)
    var index = 0
    while index < count {
        let a = Split(first + index &* 4)
        let b = Split(second + index &* 4)
        let mixed = mix(a, b, weights)
        let bytes = mixed.even &>> Lanes(repeating: 8) | mixed.odd & Lanes(repeating: 0xFF00)
        target.storeBytes(of: bytes, toByteOffset: index &* 4, as: Lanes.self)
        index &+= step
    }
}

/// Eight pixels of `source`: each a mixture of pixel `columns[lane]` and the next with `weights[lane]` of the second
/// (0...256, in both halves of the number).
@inline(__always) private func resampled(
    _ source: UnsafeRawPointer, _ columns: UnsafePointer<Int32>, _ weights: UnsafePointer<UInt32>
) -> Split {
    let low = pairs(source, columns)
    let high = pairs(source, columns + 4)
    let a = Split(unsafeBitCast(Pixels8(lowHalf: low.evenHalf, highHalf: high.evenHalf), to: Lanes.self))
    let b = Split(unsafeBitCast(Pixels8(lowHalf: low.oddHalf, highHalf: high.oddHalf), to: Lanes.self))
    let weight = UnsafeRawPointer(weights).loadUnaligned(as: Lanes.self)
    let mixed = mix(a, b, weight)
    return Split(even: mixed.even &>> Lanes(repeating: 8), odd: mixed.odd &>> Lanes(repeating: 8))
}

/// Resamples `source` into `target`. Whole steps are read and written.
@inline(never) func resampleRow(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, columns: UnsafePointer<Int32>,
    weights: UnsafePointer<UInt32>, _ count: Int
) {
    var index = 0
    while index < count {
        let pixels = resampled(source, columns + index, weights + index)
        target.storeBytes(of: pixels.bytes, toByteOffset: index &* 4, as: Lanes.self)
        index &+= step
    }
}

/// `resampleRow` and `overRow` in one.
///
/// - Precondition: `count >= 8`.
@inline(never) func overResampledRow(
    _ target: UnsafeMutableRawPointer, _ below: UnsafeRawPointer, _ source: UnsafeRawPointer,
    columns: UnsafePointer<Int32>, weights: UnsafePointer<UInt32>, _ count: Int, alpha: UInt8,
    _ fourth: FourthByte
) {
    let factor = Lanes(repeating: UInt16(alpha))
    @inline(__always) func loop(_ fourth: FourthByte) {
        eachStep(count, into: target) { index in
            let pixels = scaled(resampled(source, columns + index, weights + index), by: factor)
            let old = (below + index &* 4).loadUnaligned(as: Lanes.self)
            return over(pixels, old, fourth, fourthIsLowest: false)
        }
    }
    switch fourth {
    case .composed: loop(.composed)
    case .kept: loop(.kept)
    }
}

/// Four times two pixels that stand side by side.
@inline(__always) private func pairs(_ source: UnsafeRawPointer, _ columns: UnsafePointer<Int32>) -> Pixels8 {
    @inline(__always) func pair(_ lane: Int) -> SIMD2<UInt32> {
        (source + Int(columns[lane]) &* 4).loadUnaligned(as: SIMD2<UInt32>.self)
    }
    return Pixels8(
        lowHalf: SIMD4(lowHalf: pair(0), highHalf: pair(1)),
        highHalf: SIMD4(lowHalf: pair(2), highHalf: pair(3)))
}

// MARK: - Flatness and order

/// Whether eight pixels of two rows are all of one color.
func isFlat(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    let upper = first.loadUnaligned(as: Pixels8.self)
    let lower = second.loadUnaligned(as: Pixels8.self)
    let color = Pixels8(repeating: upper[0])
    let differences = unsafeBitCast((upper ^ color) | (lower ^ color), to: SIMD4<UInt64>.self)
    let joined = differences.lowHalf | differences.highHalf
    return joined.x | joined.y == 0
}

/// Moves the bytes of ARGB8888 pixels to where `order` has them. Whole steps are read and written.
@inline(never) func reorderRow(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int, _ order: ByteOrder
) {
    let low = Pixels8(repeating: 0xFF)
    let shifts = (
        Pixels8(repeating: order.alpha), Pixels8(repeating: order.red), Pixels8(repeating: order.green),
        Pixels8(repeating: order.blue)
    )
    var index = 0
    while index < count {
        let pixels = (source + index &* 4).loadUnaligned(as: Pixels8.self)
        let alpha = (pixels &>> Pixels8(repeating: 24)) &<< shifts.0
        let red = ((pixels &>> Pixels8(repeating: 16)) & low) &<< shifts.1
        let green = ((pixels &>> Pixels8(repeating: 8)) & low) &<< shifts.2
        let blue = (pixels & low) &<< shifts.3
        target.storeBytes(of: alpha &+ red &+ green &+ blue, toByteOffset: index &* 4, as: Pixels8.self)
        index &+= step
    }
}
