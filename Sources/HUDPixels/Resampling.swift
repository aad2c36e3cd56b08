// What lies between pixels, for zooms, and what a row is like; `Lanes` has the arithmetic.

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
        index &+= step32
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
        index &+= step32
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

/// Whether eight pixels of two rows are all of one colour.
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
        index &+= step32
    }
}
