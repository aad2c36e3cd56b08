/// A picture with transparency that is drawn into a HUD: premultiplied ARGB8888, rows without padding.
public struct Artwork: Equatable, Sendable {
    /// Width and height in pixels.
    public let size: Size
    /// A number 0xAARRGGBB for each pixel, row by row; no channel exceeds its alpha.
    public let pixels: [UInt32]

    /// A picture of these pixels.
    ///
    /// - Precondition: there are `size.width * size.height` of them.
    public init(size: Size, pixels: [UInt32]) {
        precondition(pixels.count == size.width * size.height)
        self.size = size
        self.pixels = pixels
    }

    /// The largest size of the same shape inside a square.
    public func fitted(_ side: Int) -> Size {
        let longer = max(size.width, size.height, 1)
        func scaled(_ length: Int) -> Int { max(1, (length * side + longer / 2) / longer) }
        return Size(width: scaled(size.width), height: scaled(size.height))
    }

    /// The picture at another size. Scaled down, each pixel is the average of the area it stands for, not of a few
    /// points in it; scaled up, it lies between its neighbours.
    public func scaled(to target: Size) -> Artwork {
        if target == size { return self }
        guard size.width > 0, size.height > 0, target.width > 0, target.height > 0 else {
            return Artwork(
                size: target, pixels: [UInt32](repeating: 0, count: target.width * target.height))
        }
        let across = Share.shares(from: size.width, to: target.width)
        let down = Share.shares(from: size.height, to: target.height)
        var result: [UInt32] = []
        result.reserveCapacity(target.width * target.height)
        var row = [SIMD4<Float>](repeating: .zero, count: size.width)
        for share in down {
            for x in row.indices { row[x] = .zero }
            for (index, weight) in share.weights.enumerated() {
                let start = (share.start + index) * size.width
                for x in 0..<size.width { row[x] += weight * Artwork.channels(pixels[start + x]) }
            }
            for share in across {
                var sum = SIMD4<Float>.zero
                for (index, weight) in share.weights.enumerated() { sum += weight * row[share.start + index] }
                result.append(Artwork.pixel(sum))
            }
        }
        return Artwork(size: target, pixels: result)
    }

    private static func channels(_ pixel: UInt32) -> SIMD4<Float> {
        SIMD4(
            Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF), Float(pixel >> 24))
    }

    private static func pixel(_ channels: SIMD4<Float>) -> UInt32 {
        let bytes = SIMD4<UInt32>(
            (channels + 0.5).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
        return bytes.w << 24 | bytes.z << 16 | bytes.y << 8 | bytes.x
    }
}

/// What one pixel takes from a row of others.
private struct Share {
    /// The first that counts.
    let start: Int
    /// Of it and those that follow; 1 in all.
    let weights: [Float]

    /// For each of `to` pixels what it takes from `from`.
    static func shares(from: Int, to: Int) -> [Share] {
        let step = Double(from) / Double(to)
        return (0..<to).map { index in
            step >= 1
                ? area(Double(index) * step, step, from) : between((Double(index) + 0.5) * step - 0.5, from)
        }
    }

    private static func area(_ left: Double, _ step: Double, _ count: Int) -> Share {
        let first = min(count - 1, Int(left))
        let end = min(count, max(first + 1, Int((left + step).rounded(.up))))
        let weights = (first..<end).map { pixel in
            max(0, min(Double(pixel + 1), left + step) - max(Double(pixel), left)) / step
        }
        return Share(start: first, weights: normalised(weights))
    }

    private static func between(_ place: Double, _ count: Int) -> Share {
        let place = min(max(place, 0), Double(count - 1))
        let first = min(Int(place), max(0, count - 2))
        let part = place - Double(first)
        return count == 1
            ? Share(start: 0, weights: [1]) : Share(start: first, weights: [Float(1 - part), Float(part)])
    }

    private static func normalised(_ weights: [Double]) -> [Float] {
        let sum = weights.reduce(0, +)
        return weights.map { Float($0 / sum) }
    }
}
