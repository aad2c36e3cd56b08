/// How a pixel lies in memory: its bytes, and where in their little-endian number each channel stands.
///
/// Fields and not names, because framebuffers report fields (`struct fb_bitfield`, include/uapi/linux/fb.h)
/// and odd layouts exist.
public struct PixelFormat: Equatable, Hashable, Sendable {
    /// A channel's place: `offset` bits above the lowest, `length` bits wide. Length 0: no such channel.
    public struct Field: Equatable, Hashable, Sendable {
        /// Bits below the field.
        public var offset: Int
        /// Bits of the field; 0: there is none.
        public var length: Int

        /// `length` bits above the lowest `offset`.
        public init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    /// 1...4; the number they make is little-endian.
    public var bytesPerPixel: Int
    /// Where red stands.
    public var red: Field
    /// Where green stands.
    public var green: Field
    /// Where blue stands.
    public var blue: Field
    /// Where alpha stands, if there is any.
    public var alpha: Field

    /// A format by its fields.
    public init(bytesPerPixel: Int, red: Field, green: Field, blue: Field, alpha: Field) {
        self.bytesPerPixel = bytesPerPixel
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    private static func rgb(
        _ bytes: Int, _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int), alpha: (Int, Int) = (0, 0)
    ) -> PixelFormat {
        PixelFormat(
            bytesPerPixel: bytes,
            red: Field(offset: red.0, length: red.1), green: Field(offset: green.0, length: green.1),
            blue: Field(offset: blue.0, length: blue.1), alpha: Field(offset: alpha.0, length: alpha.1))
    }

    /// DRM_FORMAT_XRGB8888: blue in the lowest byte, the highest unused.
    public static let xrgb8888 = rgb(4, (16, 8), (8, 8), (0, 8))
    /// DRM_FORMAT_ARGB8888.
    public static let argb8888 = rgb(4, (16, 8), (8, 8), (0, 8), alpha: (24, 8))
    /// DRM_FORMAT_XBGR8888: red in the lowest byte, the highest unused.
    public static let xbgr8888 = rgb(4, (0, 8), (8, 8), (16, 8))
    /// DRM_FORMAT_RGB565.
    public static let rgb565 = rgb(2, (11, 5), (5, 6), (0, 5))
    /// DRM_FORMAT_BGR565.
    public static let bgr565 = rgb(2, (0, 5), (5, 6), (11, 5))
    /// DRM_FORMAT_XRGB1555.
    public static let xrgb1555 = rgb(2, (10, 5), (5, 5), (0, 5))
    /// DRM_FORMAT_RGB888: three bytes, blue first.
    public static let rgb888 = rgb(3, (16, 8), (8, 8), (0, 8))
    /// DRM_FORMAT_BGR888: three bytes, red first.
    public static let bgr888 = rgb(3, (0, 8), (8, 8), (16, 8))

    /// Whether this module can draw on such pixels: two to four bytes that hold red, green and blue of 1 to 16
    /// bits, and perhaps an alpha, each in bits of its own. Grey and palettes it cannot.
    public var isSupported: Bool {
        guard (2...4).contains(bytesPerPixel) else { return false }
        var taken: UInt64 = 0
        for field in alpha.length == 0 ? [red, green, blue] : [red, green, blue, alpha] {
            guard (1...16).contains(field.length), field.offset >= 0,
                field.offset + field.length <= bytesPerPixel * 8
            else { return false }
            let bits = ((UInt64(1) << field.length) - 1) << field.offset
            guard taken & bits == 0 else { return false }
            taken |= bits
        }
        return true
    }
}

extension PixelFormat.Field {
    /// The greatest number the field holds.
    var maximum: UInt32 { (UInt32(1) << UInt32(length)) - 1 }
    /// The field's bits in the pixel.
    var bits: UInt32 { maximum << UInt32(offset) }

    /// The channel in 8 bits, spread over the whole range: 0 stays 0, the greatest becomes 255.
    func byte(of pixel: UInt32) -> UInt8 {
        guard length > 0 else { return 255 }
        let value = (pixel >> UInt32(offset)) & maximum
        return UInt8((value * 255 + maximum / 2) / maximum)
    }
}

extension PixelFormat {
    /// A pixel's colour in 8 bits a channel; opaque where the format has no alpha.
    public func color(of pixel: UInt32) -> Color {
        Color(
            red: red.byte(of: pixel), green: green.byte(of: pixel), blue: blue.byte(of: pixel),
            alpha: alpha.byte(of: pixel))
    }

    /// The nearest pixel to a colour. Bits that belong to no channel are 0.
    public func pixel(of color: Color) -> UInt32 {
        func field(_ value: UInt8, _ field: Field) -> UInt32 {
            ((UInt32(value) * field.maximum + 127) / 255) << UInt32(field.offset)
        }
        return field(color.red, red) | field(color.green, green) | field(color.blue, blue)
            | field(color.alpha, alpha)
    }
}
