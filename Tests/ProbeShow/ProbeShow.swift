public import HUDPixels

/// A show whose every frame is known beforehand: the program that makes it runs in the kiosk, the test that judges
/// it beside.
public enum ProbeShow {
    /// A box without any symmetry, half of it translucent.
    public static func layer() -> Layer {
        let layer = Layer(size: Size(width: 96, height: 96))
        layer.withSurface { surface in
            for y in 0..<96 {
                for x in 0..<96 {
                    let alpha = UInt32(x < 48 ? 255 : 128 + y)
                    let red = alpha * UInt32(x) / 96
                    let green = alpha * UInt32(y) / 96
                    surface.setPixel(alpha << 24 | red << 16 | green << 8 | alpha / 2, x: x, y: y)
                }
            }
        }
        return layer
    }

    /// The pose of frame `index` of `count` on a screen: it shrinks and gets more opaque, no two are alike.
    public static func pose(_ index: Int, of count: Int, on screen: Size) -> Pose {
        let part = Double(index) / Double(max(1, count - 1))
        return Pose(
            centerX: Double(screen.width) / 2, centerY: Double(screen.height) / 2, scale: 1.3 - 0.3 * part,
            alpha: 0.25 + 0.75 * part)
    }

    /// The part of the screen that these need.
    public static func region(on screen: Size) -> Rect {
        pose(0, of: 2, on: screen).bounds(of: Size(width: 96, height: 96))
    }
}
