internal import HUDImage
public import HUDPixels
internal import HUDSystem

/// A screen that is a picture: `--display png:PATH`, and `hud render`.
public final class ImageScreen: Screen {
    /// Which file.
    public let name: String
    /// Pixels.
    public let size: Size
    private let path: String?
    private let background: Image
    /// What was presented last.
    private let frame: Image
    /// What was presented with the greatest alpha, the latest of them: the HUD at rest.
    private let best: Image
    private var bestAlpha = -1.0

    /// A screen of `size` that shows `background`; `giveBack` writes it to `path` (nil: nowhere).
    public init(
        path: String?, size: Size, background: DisplayChoice.Background
    ) throws(DisplayError) {
        self.path = path
        self.size = size
        name = path.map { "image \($0)" } ?? "image"
        switch background {
        case .color(let color):
            self.background = Image(size: size, color: color)
        case .file(let file):
            self.background = Image(size: size)
            do throws(ImageError) {
                let picture = try PNG.image(at: file)
                let common = Rect(size).intersection(Rect(picture.size))
                self.background.withSurface { whole in
                    picture.withSurface { whole.part(common).copyPixels(from: $0.part(common)) }
                }
            } catch {
                throw DisplayError(.failed, error.description)
            }
        }
        frame = Image(size: size)
        best = Image(size: size)
        Self.copy(self.background, to: frame)
        Self.copy(self.background, to: best)
    }

    private static func copy(_ source: Image, to target: Image) {
        target.withSurface { target in source.withSurface { target.copyPixels(from: $0) } }
    }

    /// Nothing to wait for.
    public var descriptor: Int32? { nil }
    /// Nothing to take.
    public func drain() {}
    /// 60 times a second, for a show that runs in time.
    public private(set) var nextFrame: Int64 = 0
    /// At once.
    public func glassTime(at now: Int64) -> Int64 { now }

    /// Draws the frame that `writeFrame` and `withFrame` give.
    public func present(_ layer: Layer, _ pose: Pose) {
        nextFrame = Clock.now() + 16_666_667
        frame.withSurface { target in
            background.withSurface { compose(layer, pose, over: $0, into: target, x: 0, y: 0) }
        }
        if pose.alpha >= bestAlpha {
            bestAlpha = pose.alpha
            Self.copy(frame, to: best)
        }
    }

    /// Writes the picture with the HUD as it was seen best.
    public func giveBack() throws(DisplayError) {
        if let path { try write(best, to: path) }
    }

    /// Lends what was presented last, opaque XRGB8888.
    public func withFrame<Result>(_ body: (Surface) -> Result) -> Result {
        frame.withSurface(body)
    }

    /// Writes what was presented last as a PNG.
    public func writeFrame(to path: String) throws(DisplayError) {
        try write(frame, to: path)
    }

    private func write(_ image: Image, to path: String) throws(DisplayError) {
        do throws(ImageError) {
            try image.withSurface { surface in
                Swift.Result { () throws(ImageError) in try PNG.write(surface, to: path) }
            }.get()
        } catch {
            throw DisplayError(.failed, error.description)
        }
    }
}
