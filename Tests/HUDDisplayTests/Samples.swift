import HUDDisplay
import HUDPixels

extension FramebufferGeometry {
    typealias Field = PixelFormat.Field

    static func sample(
        _ width: Int, _ height: Int, bits: Int, fields: [Int], padding: Int = 0, virtual: Size? = nil,
        xOffset: Int = 0, yOffset: Int = 0, visual: Int = 2, isGrey: Bool = false
    ) -> FramebufferGeometry {
        let virtual = virtual ?? Size(width: width, height: height)
        let line = virtual.width * ((bits + 7) / 8) + padding
        return FramebufferGeometry(
            size: Size(width: width, height: height), virtualSize: virtual, xOffset: xOffset,
            yOffset: yOffset,
            bitsPerPixel: bits, red: Field(offset: fields[0], length: fields[1]),
            green: Field(offset: fields[2], length: fields[3]),
            blue: Field(offset: fields[4], length: fields[5]),
            alpha: Field(offset: fields[6], length: fields[7]), lineLength: line,
            memorySize: line * virtual.height, visual: visual, isGrey: isGrey)
    }

    static let xrgb = [16, 8, 8, 8, 0, 8, 0, 0]
    static let argb = [16, 8, 8, 8, 0, 8, 24, 8]
    static let xbgr = [0, 8, 8, 8, 16, 8, 0, 0]
    static let rgb565 = [11, 5, 5, 6, 0, 5, 0, 0]

    /// Every layout that is drawn on, with padding, offsets, and the box at every edge of the screen.
    static let samples: [FramebufferGeometry] = [
        .sample(160, 120, bits: 32, fields: xrgb),
        .sample(161, 121, bits: 32, fields: argb, padding: 64),
        .sample(
            160, 120, bits: 32, fields: xbgr, virtual: Size(width: 200, height: 300), xOffset: 7, yOffset: 130
        ),
        .sample(160, 120, bits: 32, fields: xrgb, virtual: Size(width: 170, height: 120), xOffset: 10),
        .sample(160, 120, bits: 32, fields: [0, 8, 8, 8, 16, 8, 24, 8]),
        .sample(160, 120, bits: 32, fields: [24, 8, 16, 8, 8, 8, 0, 0]),
        .sample(160, 120, bits: 24, fields: xrgb),
        .sample(159, 120, bits: 24, fields: xbgr, padding: 13),
        .sample(160, 120, bits: 16, fields: rgb565),
        .sample(161, 121, bits: 16, fields: [0, 5, 5, 6, 11, 5, 0, 0], padding: 30, yOffset: 0),
        .sample(160, 120, bits: 16, fields: [10, 5, 5, 5, 0, 5, 15, 1]),
        .sample(160, 120, bits: 8, fields: [0, 8, 0, 8, 0, 8, 0, 0], visual: 3),
        .sample(161, 121, bits: 8, fields: [0, 8, 0, 8, 0, 8, 0, 0], padding: 31, visual: 5),
        .sample(161, 121, bits: 8, fields: [0, 8, 0, 8, 0, 8, 0, 0], isGrey: true),
        .sample(160, 120, bits: 8, fields: [5, 3, 2, 3, 0, 2, 0, 0]),
    ]
}

/// A layer of noise: no two pixels alike, every alpha there is.
func noisyLayer(_ width: Int, _ height: Int, seed: UInt64 = 9) -> Layer {
    let layer = Layer(size: Size(width: width, height: height))
    var noise = Noise(seed: seed)
    layer.withSurface { surface in
        for y in 0..<height {
            for x in 0..<width {
                let alpha = UInt32.random(in: 0...255, using: &noise)
                var pixel = alpha << 24
                for shift in [0, 8, 16] as [UInt32] {
                    pixel |= UInt32.random(in: 0...alpha, using: &noise) << shift
                }
                surface.setPixel(pixel, x: x, y: y)
            }
        }
    }
    return layer
}

/// Poses of a show on a screen: growing in, at rest, fading.
func showPoses(_ x: Double, _ y: Double) -> [Pose] {
    [
        Pose(centerX: x, centerY: y, scale: 1.3, alpha: 0.1),
        Pose(centerX: x, centerY: y, scale: 1.17, alpha: 0.6),
        Pose(centerX: x, centerY: y), Pose(centerX: x, centerY: y), Pose(centerX: x, centerY: y, alpha: 0.4),
    ]
}

/// The rectangle that all of `showPoses` need.
func showRegion(_ layer: Layer, _ x: Double, _ y: Double) -> Rect {
    Pose(centerX: x, centerY: y, scale: 1.3).bounds(of: layer.size)
}

/// What `body` throws; nil where it does not. (Swift 6.0's `#expect(throws:)` gives nothing back.)
func failure(_ body: () throws -> Void) -> DisplayError? {
    do {
        try body()
        return nil
    } catch {
        return error as? DisplayError
    }
}
