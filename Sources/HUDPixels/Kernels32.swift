// The inner loops over rows of pixels of 32 bits; `Lanes` has the arithmetic.

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
    if count < step32 {
        return short(target, below, count * 4, source, count * 4) {
            overRow($0, $0, $1, step32, alpha: alpha, fourth, fourthIsLowest: fourthIsLowest)
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

/// Eight colours, prepared to go over many pixels.
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

/// A premultiplied colour that goes over many rows, and what is to be computed of it once; the first and the last
/// pixel of a row may have colours of their own.
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

    /// The colours have the byte order of the pixels that they will go over.
    init(
        _ middle: UInt32, first: UInt32, last: UInt32, _ fourth: FourthByte, fourthIsLowest: Bool,
        in room: UnsafeMutableRawPointer
    ) {
        var eight = Pixels8(repeating: middle)
        let middles = Solid(eight, fourth, fourthIsLowest)
        eight[0] = first
        let firsts = Solid(eight, fourth, fourthIsLowest)
        eight[0] = middle
        eight[step32 - 1] = last
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
        if count <= step32 { return short(target, below, count, hasFirst, hasLast) }
        let middle = state.pointee.solids.middle
        let offset = (count &- step32) &* 4
        let end = hasLast ? state.pointee.solids.last.over(below + offset) : middle.over(below + offset)
        var index = 0
        if hasFirst {
            target.storeBytes(of: state.pointee.solids.first.over(below), as: Lanes.self)
            index = step32 &* 4
        }
        while index < offset {
            target.storeBytes(of: middle.over(below + index), toByteOffset: index, as: Lanes.self)
            index &+= step32 &* 4
        }
        target.storeBytes(of: end, toByteOffset: offset, as: Lanes.self)
    }

    /// Goes over rows of `size` that start `stride` bytes apart, all in the middle's colour.
    @inline(never) func rows(_ target: UnsafeMutableRawPointer, stride: Int, _ size: Size) {
        let middle = state.pointee.solids.middle
        var row = target
        for _ in 0..<size.height {
            if size.width < step32 {
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

/// A premultiplied colour, times coverage, over `size.height` rows of `target`. The colour has the target's byte order.
/// Strides are bytes from one row to the next.
@inline(never) func maskRows(
    _ target: UnsafeMutableRawPointer, stride: Int, _ coverage: UnsafeRawPointer, stride coverageStride: Int,
    _ color: UInt32, _ size: Size, _ fourth: FourthByte, fourthIsLowest: Bool = false
) {
    if size.width < step32 {
        for y in 0..<size.height {
            let row = target + y * stride
            short(row, row, size.width * 4, coverage + y * coverageStride, size.width) {
                let eight = Size(width: step32, height: 1)
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
    // Where an opaque colour covers all eight pixels, they are the colour. Another never does: 0 is looked at before.
    let full = isOpaque ? UInt64.max : 0

    @inline(__always) func blend(_ bytes: UInt64, _ old: Lanes) -> Lanes {
        let wide = Pixels8(truncatingIfNeeded: unsafeBitCast(bytes, to: SIMD8<UInt8>.self))
        let coverage = unsafeBitCast(wide | wide &<< Pixels8(repeating: 16), to: Lanes.self)
        let source = scaled(pixels, by: coverage)
        if isOpaque { return over(source, alpha: coverage, old, fourth, fourthIsLowest: fourthIsLowest) }
        return over(source, old, fourth, fourthIsLowest: fourthIsLowest)
    }

    let whole = size.width & ~(step32 - 1)
    let last = size.width - step32
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
            index &+= step32
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
