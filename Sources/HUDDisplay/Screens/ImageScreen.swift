internal import HUDImage
package import HUDPixels
internal import HUDSystem

/// A screen that is a PNG file: `--display png:PATH`. It keeps the time of a screen of 60 Hz.
package final class ImageScreen: Screen {
    /// Which file.
    package let name: String
    /// Pixels.
    package let size: Size
    private let path: String
    private let background: Image
    /// What was presented with the greatest alpha, the latest of them: the HUD at rest.
    private let picture: Image
    private var strongest = 0.0

    /// A screen of `size` that shows one colour.
    package init(path: String, size: Size, color: Color) {
        self.path = path
        self.size = size
        name = "image \(path)"
        background = Image(size: size, color: color)
        picture = Image(size: size, color: color)
    }

    /// An image has no size in millimetres.
    package var millimetres: Size? { nil }
    /// Nothing to wait for.
    package var descriptor: Int32? { nil }
    /// Nothing to take.
    package func drain() {}
    /// 60 times a second.
    package private(set) var nextFrame: Int64 = 0
    /// Always: there is nothing to wait for.
    package var hasShown: Bool { true }
    /// At once.
    package func glassTime(at now: Int64) -> Int64 { now }

    /// Draws the frame, if it shows the HUD no weaker than those before.
    package func present(_ layer: Layer, _ pose: Pose) {
        nextFrame = Clock.now() + 16_666_667
        guard pose.alpha >= strongest else { return }
        strongest = pose.alpha
        picture.withSurface { target in
            background.withSurface { compose(layer, pose, over: $0, into: target, x: 0, y: 0) }
        }
    }

    /// Writes the file.
    package func giveBack() throws(DisplayError) {
        do throws(ImageError) {
            try picture.withSurface { (surface) throws(ImageError) in try PNG.write(surface, to: path) }
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }
}
