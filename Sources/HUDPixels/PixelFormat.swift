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
    /// What the pixels' numbers stand for, if they are no colours themselves; the fields say nothing then.
    public var palette: Palette?

    /// A format by its fields. Where red, green and blue are the same field it is a grey.
    public init(
        bytesPerPixel: Int, red: Field, green: Field, blue: Field, alpha: Field, palette: Palette? = nil
    ) {
        self.palette = palette
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
    /// DRM_FORMAT_ABGR8888.
    public static let abgr8888 = rgb(4, (0, 8), (8, 8), (16, 8), alpha: (24, 8))
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

    /// DRM_FORMAT_C8: a byte that is the number of a colour.
    public static func c8(_ palette: Palette) -> PixelFormat {
        var format = grey8
        format.palette = palette
        return format
    }

    /// A byte of brightness.
    public static let grey8 = rgb(1, (0, 8), (0, 8), (0, 8))

    /// Whether a pixel is only so bright.
    var isGrey: Bool { red == green && green == blue }

    /// Whether this module can draw on such pixels: one to four bytes that hold red, green and blue of 1 to 16
    /// bits, or one grey, and perhaps an alpha, each in bits of its own; or bytes with a palette.
    public var isSupported: Bool {
        guard (1...4).contains(bytesPerPixel) else { return false }
        if palette != nil { return bytesPerPixel == 1 && alpha.length == 0 }
        var taken: UInt64 = 0
        // Asked each frame, so without arrays.
        func takes(_ field: Field) -> Bool {
            guard (1...16).contains(field.length), field.offset >= 0,
                field.offset + field.length <= bytesPerPixel * 8
            else { return false }
            let bits = ((UInt64(1) << field.length) - 1) << field.offset
            defer { taken |= bits }
            return taken & bits == 0
        }
        guard takes(red), isGrey || takes(green) && takes(blue) else { return false }
        return alpha.length == 0 || takes(alpha)
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
        if let palette {
            let known = palette.pixels[Int(pixel & 0xFF)]
            return Color(
                red: UInt8(known >> 16), green: UInt8(known >> 8 & 0xFF), blue: UInt8(known & 0xFF))
        }
        return Color(
            red: red.byte(of: pixel), green: green.byte(of: pixel), blue: blue.byte(of: pixel),
            alpha: alpha.byte(of: pixel))
    }

    /// The nearest pixel to a colour. Bits that belong to no channel are 0.
    public func pixel(of color: Color) -> UInt32 {
        let rgb = color.rgb
        if let palette { return UInt32(palette.nearest(rgb)) }
        func field(_ value: UInt32, _ field: Field) -> UInt32 {
            ((value * field.maximum + 127) / 255) << UInt32(field.offset)
        }
        let opacity = field(UInt32(color.alpha), alpha)
        if isGrey { return field(grey(rgb), red) | opacity }
        let colors =
            field(rgb >> 16, red) | field(rgb >> 8 & 0xFF, green) | field(rgb & 0xFF, blue)
        return colors | opacity
    }
}
