/// A view of somebody's pixels. It owns nothing: whoever lends it says how long it is good.
public struct Surface {
    /// The first byte of the upper left pixel.
    public let base: UnsafeMutableRawPointer
    public let size: Size
    /// Bytes from one row to the next.
    public let stride: Int
    public let format: PixelFormat

    /// - Precondition: `stride >= size.width * format.bytesPerPixel`, and `base` is good for `size.height` rows.
    public init(base: UnsafeMutableRawPointer, size: Size, stride: Int, format: PixelFormat) {
        precondition(stride >= size.width * format.bytesPerPixel)
        self.base = base
        self.size = size
        self.stride = stride
        self.format = format
    }
}
