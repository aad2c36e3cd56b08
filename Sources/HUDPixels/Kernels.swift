// The inner loops over rows of 32-bit pixels, and the arithmetic they share.
//
// Everything that a loop calls stands in this file: without whole-module optimisation a helper of another file
// is not inlined. Pixels are worked on in place, eight at a time, as sixteen 16-bit lanes: the even bytes of the
// pixels (`v & 0x00FF`) and the odd ones (`v >> 8`), so nothing is unpacked or packed. Rounding is
// (x + 128 + ((x + 128) >> 8)) >> 8 throughout: the nearest integer to x / 255 for every product of two bytes.
//
// Sources are premultiplied, no channel above its alpha: only then no sum overflows its lane.

typealias Lanes = SIMD16<UInt16>
typealias Pixels8 = SIMD8<UInt32>

/// Pixels of one step.
private let step = 8

/// What becomes of the byte of a 32-bit target that is no colour.
enum FourthByte {
    /// Composed like a colour: the target is a premultiplied layer.
    case composed
    /// Unused: stays what it was.
    case kept
    /// Alpha of something that is scanned out: 255 wherever the source is not fully transparent.
    case opaque
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

    @inline(__always) var bytes: Lanes { even &+ (odd &<< Lanes(repeating: 8)) }
}

/// The nearest integer to `x / 255` in each lane, for products of two bytes.
@inline(__always) private func divide255(_ x: Lanes) -> Lanes {
    let t = x &+ Lanes(repeating: 128)
    #if arch(x86_64)
        // (t * 257) >> 16 is the same number and becomes one pmulhuw.
        var result = t
        for lane in 0..<16 { result[lane] = t[lane].multipliedFullWidth(by: 257).high }
        return result
    #else
        return (t &+ (t &>> Lanes(repeating: 8))) &>> Lanes(repeating: 8)
    #endif
}

@inline(__always) private func scaled(_ pixels: Split, by factor: Lanes) -> Split {
    Split(even: divide255(pixels.even &* factor), odd: divide255(pixels.odd &* factor))
}

/// Each pixel's fourth byte, as a number.
@inline(__always) private func fourthBytes(_ pixels: Split, fourthIsLowest: Bool) -> Pixels8 {
    fourthIsLowest
        ? unsafeBitCast(pixels.even, to: Pixels8.self) & Pixels8(repeating: 0xFFFF)
        : unsafeBitCast(pixels.odd, to: Pixels8.self) &>> Pixels8(repeating: 16)
}

/// `source` over the pixels at `target`.
@inline(__always) private func over(
    _ source: Split, _ target: UnsafeRawPointer, _ fourth: FourthByte, fourthIsLowest: Bool
) -> Lanes {
    let old = target.loadUnaligned(as: Lanes.self)
    let below = Split(old)
    let alpha = fourthBytes(source, fourthIsLowest: fourthIsLowest)
    let both = unsafeBitCast(alpha &+ (alpha &<< Pixels8(repeating: 16)), to: Lanes.self)
    let rest = Lanes(repeating: 255) &- both
    let even = source.even &+ divide255(below.even &* rest)
    let odd = source.odd &+ divide255(below.odd &* rest)
    let bytes = Split(even: even, odd: odd).bytes
    if fourth == .composed { return bytes }

    // The fourth byte is put in at the end: with a factor of its own in the middle, its lanes are taken apart.
    let place = Pixels8(repeating: fourthIsLowest ? 0x0000_00FF : 0xFF00_0000)
    let colours = Pixels8(repeating: fourthIsLowest ? 0xFFFF_FF00 : 0x00FF_FFFF)
    var byte = unsafeBitCast(old, to: Pixels8.self)
    if fourth == .opaque {
        let touched = (alpha &+ Pixels8(repeating: 255)) &>> Pixels8(repeating: 8)  // 1 unless alpha is 0
        byte = byte | (Pixels8(repeating: 0) &- touched)
    }
    let new = (unsafeBitCast(bytes, to: Pixels8.self) & colours) &+ (byte & place)
    return unsafeBitCast(new, to: Lanes.self)
}

// MARK: - Loops

/// Calls `body` for the first index of eight pixels at a time, and stores what it gives at `target`.
///
/// A row that is no multiple of eight ends with a step that overlaps the one before it: that one is computed
/// first, from pixels which are still untouched, and stored last.
///
/// - Precondition: `count >= 8`; `short` helps out.
@inline(__always) private func eachStep(
    _ count: Int, into target: UnsafeMutableRawPointer, _ body: (Int) -> Lanes
) {
    let last = count - step
    let end = body(last)
    var index = 0
    while index < last {
        target.storeBytes(of: body(index), toByteOffset: index &* 4, as: Lanes.self)
        index &+= step
    }
    target.storeBytes(of: end, toByteOffset: last * 4, as: Lanes.self)
}

/// Lends copies of `count` < 8 pixels with room for a whole step, and puts the target's pixels back.
private func short(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer?, _ count: Int,
    _ body: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
) {
    withUnsafeTemporaryAllocation(byteCount: 2 * step * 4, alignment: 32) { room in
        guard let copy = room.baseAddress else { return }
        room.initializeMemory(as: UInt8.self, repeating: 0)
        copy.copyMemory(from: target, byteCount: count * 4)
        let sourceCopy = copy + step * 4
        if let source { sourceCopy.copyMemory(from: source, byteCount: count * 4) }
        body(copy, sourceCopy)
        target.copyMemory(from: copy, byteCount: count * 4)
    }
}

/// Premultiplied pixels, times `alpha`, over `target`. Source and target have the same byte order.
func overRow(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int, alpha: UInt8,
    _ fourth: FourthByte, fourthIsLowest: Bool = false
) {
    if count < step {
        return short(target, source, count) {
            overRow($0, $1, step, alpha: alpha, fourth, fourthIsLowest: fourthIsLowest)
        }
    }
    // One loop for each case, so that none of the choices is made inside.
    switch (fourth, fourthIsLowest, alpha == 255) {
    case (.composed, _, true): overLoop(target, source, count, nil, .composed, false)
    case (.composed, _, false): overLoop(target, source, count, alpha, .composed, false)
    case (.kept, false, true): overLoop(target, source, count, nil, .kept, false)
    case (.kept, false, false): overLoop(target, source, count, alpha, .kept, false)
    case (.kept, true, _): overLoop(target, source, count, alpha, .kept, true)
    case (.opaque, false, _): overLoop(target, source, count, alpha, .opaque, false)
    case (.opaque, true, _): overLoop(target, source, count, alpha, .opaque, true)
    }
}

@inline(__always) private func overLoop(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int, _ alpha: UInt8?,
    _ fourth: FourthByte, _ fourthIsLowest: Bool
) {
    let factor = Lanes(repeating: UInt16(alpha ?? 255))
    eachStep(count, into: target) { index in
        var pixels = Split(source + index &* 4)
        if alpha != nil { pixels = scaled(pixels, by: factor) }
        return over(pixels, target + index &* 4, fourth, fourthIsLowest: fourthIsLowest)
    }
}

/// A premultiplied colour over `target`, a row of a premultiplied layer.
func fillRow(_ target: UnsafeMutableRawPointer, _ colour: UInt32, _ count: Int) {
    if count < step {
        return short(target, nil, count) { copy, _ in fillRow(copy, colour, step) }
    }
    let pixels = Split(unsafeBitCast(Pixels8(repeating: colour), to: Lanes.self))
    eachStep(count, into: target) {
        over(pixels, target + $0 &* 4, .composed, fourthIsLowest: false)
    }
}

/// A premultiplied colour, times a row of coverage, over `target`, a row of a premultiplied layer.
func maskRow(
    _ target: UnsafeMutableRawPointer, _ coverage: UnsafeRawPointer, _ colour: UInt32, _ count: Int
) {
    if count < step {
        return withUnsafeTemporaryAllocation(byteCount: step, alignment: 8) { room in
            guard let padded = room.baseAddress else { return }
            room.initializeMemory(as: UInt8.self, repeating: 0)
            padded.copyMemory(from: coverage, byteCount: count)
            short(target, nil, count) { copy, _ in maskRow(copy, padded, colour, step) }
        }
    }
    let pixels = Split(unsafeBitCast(Pixels8(repeating: colour), to: Lanes.self))
    eachStep(count, into: target) { index in
        let place = target + index &* 4
        let bytes = (coverage + index).loadUnaligned(as: UInt64.self)
        if bytes == 0 { return place.loadUnaligned(as: Lanes.self) }  // most of a line of text
        let wide = Pixels8(truncatingIfNeeded: unsafeBitCast(bytes, to: SIMD8<UInt8>.self))
        let factor = unsafeBitCast(wide &+ (wide &<< Pixels8(repeating: 16)), to: Lanes.self)
        return over(scaled(pixels, by: factor), place, .composed, fourthIsLowest: false)
    }
}

// MARK: - Scaling

/// `(256 - weight) / 256` of `a` and `weight / 256` of `b`, to the nearest.
@inline(__always) private func mix(_ a: Lanes, _ b: Lanes, _ weight: Lanes) -> Lanes {
    let sum = a &* (Lanes(repeating: 256) &- weight) &+ b &* weight
    return (sum &+ Lanes(repeating: 128)) &>> Lanes(repeating: 8)
}

/// Mixes two rows into `target`; `weight` of `below`, 0...256.
func mixRows(
    _ target: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ below: UnsafeRawPointer, weight: UInt16,
    _ count: Int
) {
    // Rows of the scratch memory have room for whole steps.
    let weights = Lanes(repeating: weight)
    var index = 0
    while index < count {
        let a = Split(above + index &* 4)
        let b = Split(below + index &* 4)
        let mixed = Split(even: mix(a.even, b.even, weights), odd: mix(a.odd, b.odd, weights))
        target.storeBytes(of: mixed.bytes, toByteOffset: index &* 4, as: Lanes.self)
        index &+= step
    }
}

/// Resamples `source` into `target`: pixel i is a mixture of pixels `columns[i]` and `columns[i] + next` with
/// `weights[i]` of the second (0...256, in both halves of the number).
///
/// - Precondition: target, columns and weights have room for `count` rounded up to whole steps.
func resampleRow(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, columns: UnsafePointer<Int32>, next: Int,
    weights: UnsafePointer<UInt32>, _ count: Int
) {
    let pixels = source.assumingMemoryBound(to: UInt32.self)
    var index = 0
    while index < count {
        var left = Pixels8(repeating: 0)
        var right = Pixels8(repeating: 0)
        for lane in 0..<step {
            let column = Int(columns[index &+ lane])
            left[lane] = pixels[column]
            right[lane] = pixels[column &+ next]
        }
        let a = Split(unsafeBitCast(left, to: Lanes.self))
        let b = Split(unsafeBitCast(right, to: Lanes.self))
        let weight = UnsafeRawPointer(weights + index).loadUnaligned(as: Lanes.self)
        let mixed = Split(even: mix(a.even, b.even, weight), odd: mix(a.odd, b.odd, weight))
        target.storeBytes(of: mixed.bytes, toByteOffset: index &* 4, as: Lanes.self)
        index &+= step
    }
}

/// Moves the bytes of ARGB8888 pixels to where `format`, 32 bits with whole bytes, has them.
func reorderRow(
    _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int, _ format: ByteOrder
) {
    let low = Pixels8(repeating: 0xFF)
    let shifts = (
        Pixels8(repeating: format.alpha), Pixels8(repeating: format.red), Pixels8(repeating: format.green),
        Pixels8(repeating: format.blue)
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
