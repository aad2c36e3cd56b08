/// How a pixel lies in memory: its bytes, and where in their little-endian number each channel stands.
///
/// Fields and not names, because framebuffers report fields (`struct fb_bitfield`, include/uapi/linux/fb.h)
/// and odd layouts exist.
public struct PixelFormat: Equatable, Hashable, Sendable {
    /// A channel's place: `offset` bits above the lowest, `length` bits wide. Length 0: no such channel.
    public struct Field: Equatable, Hashable, Sendable {
        public var offset: Int
        public var length: Int

        public init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    public var bytesPerPixel: Int
    public var red: Field
    public var green: Field
    public var blue: Field
    public var alpha: Field

    public init(bytesPerPixel: Int, red: Field, green: Field, blue: Field, alpha: Field) {
        self.bytesPerPixel = bytesPerPixel
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    private static func rgb(_ bytes: Int, _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int), alpha: (Int, Int) = (0, 0))
        -> PixelFormat
    {
        PixelFormat(
            bytesPerPixel: bytes,
            red: Field(offset: red.0, length: red.1), green: Field(offset: green.0, length: green.1),
            blue: Field(offset: blue.0, length: blue.1), alpha: Field(offset: alpha.0, length: alpha.1))
    }

    /// DRM_FORMAT_XRGB8888: blue in the lowest byte, the highest unused.
    public static let xrgb8888 = rgb(4, (16, 8), (8, 8), (0, 8))
    /// DRM_FORMAT_ARGB8888.
    public static let argb8888 = rgb(4, (16, 8), (8, 8), (0, 8), alpha: (24, 8))
    /// DRM_FORMAT_RGB565.
    public static let rgb565 = rgb(2, (11, 5), (5, 6), (0, 5))
    /// DRM_FORMAT_RGB888: three bytes, blue first.
    public static let rgb888 = rgb(3, (16, 8), (8, 8), (0, 8))
}
