public import HUDPixels

/// A screen that is a picture file: `--display png:PATH`, and `hud render`.
public final class ImageScreen: Screen {
    public let name: String
    public let size: Size

    /// A screen of `size` that shows `background`; `giveBack` writes it to `path` (nil: nowhere).
    public init(path: String?, size: Size, background: DisplayChoice.Background) throws(DisplayError) {
        name = "image"
        self.size = size
    }

    public var descriptor: Int32? { nil }
    public func drain() throws(DisplayError) {}
    public var nextFrame: Int64 { 0 }
    public func glassTime(at now: Int64) -> Int64 { now }
    public func present(_ layer: Layer, _ pose: Pose) throws(DisplayError) {}
    public func giveBack() throws(DisplayError) {}

    /// Writes what was presented last as a PNG.
    public func writeFrame(to path: String) throws(DisplayError) {
        fatalError("being written")
    }
}
