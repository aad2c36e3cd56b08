/// Where the bytes of a pixel stand: the shift of each, a multiple of 8.
struct ByteOrder: Equatable {
    var red: UInt32
    var green: UInt32
    var blue: UInt32
    /// Of the byte that is left, where the format has no alpha.
    var alpha: UInt32

    static let argb = ByteOrder(red: 16, green: 8, blue: 0, alpha: 24)

    private init(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Nil if the channels are no whole bytes of three or four, or the fourth byte stands between them.
    init?(_ format: PixelFormat) {
        let (red, green, blue) = (format.red, format.green, format.blue)
        guard format.palette == nil, format.bytesPerPixel >= 3, !format.isGrey,
            red.isByte, green.isByte, blue.isByte
        else { return nil }
        let left = 48 - red.offset - green.offset - blue.offset
        guard left == 24 || left == 0 && format.bytesPerPixel == 4 else { return nil }
        guard format.alpha.length == 0 || format.alpha.length == 8 && format.alpha.offset == left else {
            return nil
        }
        self.init(
            red: UInt32(red.offset), green: UInt32(green.offset), blue: UInt32(blue.offset),
            alpha: UInt32(left))
    }

    /// An ARGB8888 pixel in this order.
    func reordered(_ pixel: UInt32) -> UInt32 {
        (pixel >> 24) << alpha | (pixel >> 16 & 0xFF) << red | (pixel >> 8 & 0xFF) << green
            | (pixel & 0xFF) << blue
    }
}

extension PixelFormat.Field {
    fileprivate var isByte: Bool { length == 8 && offset % 8 == 0 }
}
