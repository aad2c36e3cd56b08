// What the inner loops over rows of pixels share: lanes, rounding, and steps along a row.
//
// Pixels of 32 bits are worked on in place, eight at a time, as sixteen 16-bit lanes: the even bytes of the pixels
// (`v & 0x00FF`) and the odd ones (`v >> 8`), so nothing is unpacked or packed. Rounding is
// (x + 128 + ((x + 128) >> 8)) >> 8 throughout: the nearest integer to x / 255 for every product of two bytes. Sources
// are premultiplied, no channel above its alpha: only then no sum overflows its lane.
//
// All of it must be inlined into the loops, which stand in files of their own. A release build compiles the module as a
// whole, and its loops are as long as with all in one file (one of them by a twentieth longer); a debug build does not, and they are
// four times as slow there. The loops themselves, which others call, are never inlined: in a caller that has grown large the
// arithmetic would become calls, at forty times the cost.

typealias Lanes = SIMD16<UInt16>
typealias Pixels8 = SIMD8<UInt32>

/// Pixels of 32 bits of one step.
let step32 = 8

/// What becomes of the byte of a 32-bit target that is no colour.
enum FourthByte {
    /// It is alpha, and is composed as the colours are.
    case composed
    /// It is unused and stays what it was.
    case kept
}

// MARK: - Arithmetic

/// Eight pixels as even and odd bytes, each in a 16-bit lane.
struct Split {
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
@inline(__always) func divide255(_ x: Lanes) -> Lanes {
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
@inline(__always) func times(_ a: Lanes, _ b: Lanes) -> Lanes {
    divide255(a &* b &+ Lanes(repeating: 128))
}

@inline(__always) func scaled(_ pixels: Split, by factor: Lanes) -> Split {
    Split(even: times(pixels.even, factor), odd: times(pixels.odd, factor))
}

/// Each premultiplied pixel's alpha in both halves of its 32 bits.
@inline(__always) func alpha(of source: Split, fourthIsLowest: Bool) -> Lanes {
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
@inline(__always) func over(
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
@inline(__always) func over(
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
@inline(__always) func eachStep(
    _ count: Int, into target: UnsafeMutableRawPointer, _ body: (Int) -> Lanes
) {
    let isLong = count > 512 && count & (step32 - 1) != 0
    var index = 0
    var stop = isLong ? (count &- step32) & ~(step32 - 1) : count
    while true {
        let whole = stop & ~(step32 - 1)
        let last = stop &- step32
        let end = whole < stop ? body(last) : Lanes()
        while index < whole {
            target.storeBytes(of: body(index), toByteOffset: index &* 4, as: Lanes.self)
            index &+= step32
        }
        if whole < stop { target.storeBytes(of: end, toByteOffset: last &* 4, as: Lanes.self) }
        if stop == count { return }
        stop = count
    }
}

/// Lends copies of `count` < `step` pixels with room for a whole step, and puts the target's pixels back.
func short(
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
