// A channel of fewer than eight bits cannot hold every value. A value between two of its steps becomes the lower step in
// some pixels and the upper one in others: ordered dithering, by a matrix of four by four pixels that is fixed to the
// screen. A pixel then depends only on its place and its colours, so a HUD that stands still does not flicker when a
// part of it is drawn again. Channels of eight bits and more are rounded to the nearest.

/// The matrix: for each of sixteen pixels its rank (0 to 15, four bits), the upper left pixel in the lowest bits. Of a
/// value that lies between two steps the pixels with the lowest ranks take the upper one last.
let ditherRows: UInt64 = 0x5D7F_91B3_6E4C_A280

/// The number that is added to a value, in 255ths of a step, before it is rounded down; plus 1. It is 8, 24 ... 248 by the
/// pixel's rank, on average 128, which alone would round to the nearest. A value that is a whole step is not changed.
@inline(__always) func dither(x: Int, y: Int) -> UInt32 {
    let shift = UInt64(truncatingIfNeeded: (y & 3) &* 16 &+ (x & 3) &* 4)
    return UInt32(truncatingIfNeeded: ditherRows &>> shift & 15) &* 16 &+ 8
}
