// Where a channel has fewer than eight bits, what lies between two of its steps is dithered: ordered, four pixels
// by four, at the screen's own columns and rows. So a pixel depends on nothing but its place and its colours, and
// what stands still does not flicker, whichever part of the screen is drawn anew. Channels of eight bits and more
// are rounded to the nearest.

/// The order in which sixteen pixels take the next step: four bits each, the upper left pixel in the lowest.
let ditherRows: UInt64 = 0x5D7F_91B3_6E4C_A280

/// What is added to 255ths of a step before they are rounded down, plus 1: 8, 24 ... 248; on average 128, which
/// is rounding to the nearest. What is a whole step stays it.
@inline(__always) func dither(x: Int, y: Int) -> UInt32 {
    let shift = UInt64(truncatingIfNeeded: (y & 3) &* 16 &+ (x & 3) &* 4)
    return UInt32(truncatingIfNeeded: ditherRows &>> shift & 15) &* 16 &+ 8
}
