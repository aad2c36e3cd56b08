/// How rows of premultiplied ARGB8888 go over rows of a format: chosen once a frame, not for each pixel.
enum RowTarget {
    /// 32 bits in the layer's own byte order.
    case native(FourthByte)
    /// 32 bits, whole bytes, in another order: the row is reordered first.
    case reordered(ByteOrder, FourthByte)
    /// Anything else, pixel by pixel.
    case fields(PixelFormat)

    /// - Precondition: `format.isSupported`.
    init(_ format: PixelFormat) {
        precondition(format.isSupported, "this format cannot be drawn on")
        let fourth: FourthByte = format.alpha.length > 0 ? .opaque : .kept
        if let order = ByteOrder(format) {
            self = order == .argb ? .native(fourth) : .reordered(order, fourth)
        } else {
            self = .fields(format)
        }
    }

    /// Puts `count` pixels, times `alpha`, over `target`. `spare` has room for the row in whole steps, if the row
    /// is to be reordered; the row can be read in whole steps then, too.
    func over(
        _ target: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ count: Int, alpha: UInt8,
        spare: UnsafeMutableRawPointer
    ) {
        switch self {
        case .native(let fourth):
            overRow(target, row, count, alpha: alpha, fourth)
        case .reordered(let order, let fourth):
            reorderRow(spare, row, count, order)
            overRow(target, spare, count, alpha: alpha, fourth, fourthIsLowest: order.alpha == 0)
        case .fields(let format):
            overFields(target, row, count, alpha: alpha, format)
        }
    }
}

/// Where the bytes of a 32-bit pixel stand: the shift of each, a multiple of 8.
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

    /// Nil if the channels are no whole bytes, or the fourth byte stands between them.
    init?(_ format: PixelFormat) {
        guard format.bytesPerPixel == 4,
            [format.red, format.green, format.blue].allSatisfy({ $0.length == 8 && $0.offset % 8 == 0 })
        else { return nil }
        let left = 48 - format.red.offset - format.green.offset - format.blue.offset
        guard left == 0 || left == 24, [0, 8].contains(format.alpha.length),
            format.alpha.length == 0 || format.alpha.offset == left
        else { return nil }
        self.init(
            red: UInt32(format.red.offset), green: UInt32(format.green.offset),
            blue: UInt32(format.blue.offset), alpha: UInt32(left))
    }
}

/// Premultiplied pixels, times `alpha`, over pixels of any supported format. Each channel is composed in the
/// target's own steps and rounded once, to the nearest; bits of no channel stay, alpha becomes the greatest
/// wherever the source is not fully transparent.
func overFields(
    _ target: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ count: Int, alpha: UInt8,
    _ format: PixelFormat
) {
    let bytes = format.bytesPerPixel
    let (red, green, blue) = (Channel(format.red), Channel(format.green), Channel(format.blue))
    let opaque = format.alpha.bits
    let others = ~(format.red.bits | format.green.bits | format.blue.bits)
    for index in 0..<count {
        let source = (row + index * 4).loadUnaligned(as: UInt32.self)
        let coverage = times(source >> 24, alpha)
        if coverage == 0 { continue }
        let place = target + index * bytes
        let old = load(place, bytes)
        var new = old & others | opaque
        new |= red.over(old, times(source >> 16 & 0xFF, alpha), rest: 255 - coverage)
        new |= green.over(old, times(source >> 8 & 0xFF, alpha), rest: 255 - coverage)
        new |= blue.over(old, times(source & 0xFF, alpha), rest: 255 - coverage)
        store(new, place, bytes)
    }
}

/// The nearest integer to `value * factor / 255`.
@inline(__always) func times(_ value: UInt32, _ factor: UInt8) -> UInt32 {
    let product = value &* UInt32(factor) &+ 128
    return (product &+ product >> 8) >> 8
}

private struct Channel {
    let offset: UInt32
    let maximum: UInt32

    init(_ field: PixelFormat.Field) {
        offset = UInt32(field.offset)
        maximum = field.maximum
    }

    /// The channel's bits of the new pixel: `source` (0...255, premultiplied) over the old one.
    @inline(__always) func over(_ old: UInt32, _ source: UInt32, rest: UInt32) -> UInt32 {
        let value = old &>> offset & maximum
        return ((value &* rest &+ source &* maximum &+ 127) / 255) &<< offset
    }
}
