/// The colours that the numbers of an 8-bit display stand for. The map belongs to the display and is never changed:
/// what is drawn takes the nearest of the colours that are there.
public final class Palette: Hashable, Sendable {
    /// The colour of each number; alpha does not count.
    public let colors: [Color]
    /// As 0xRRGGBB; black for numbers that have no colour.
    let pixels: [UInt32]
    /// For each of 8 x 8 x 8 parts of all colours, the numbers that are nearest to some colour in it, and where
    /// they begin among those of all parts.
    private let candidates: [UInt8]
    private let starts: [Int32]

    /// The colours of the numbers from 0 on.
    ///
    /// - Precondition: there are 1 to 256.
    public init(_ colors: [Color]) {
        precondition((1...256).contains(colors.count), "a palette has 1 to 256 colours")
        self.colors = colors
        let known: [UInt32] = colors.map(\.rgb)
        pixels = known + [UInt32](repeating: 0, count: 256 - known.count)
        var candidates: [UInt8] = []
        var starts: [Int32] = [0]
        for part in 0..<512 {
            let places = (red: part >> 6, green: part >> 3 & 7, blue: part & 7)
            let reaches = known.map { pixel in
                let red = Self.reach(pixel >> 16 & 0xFF, places.red)
                let green = Self.reach(pixel >> 8 & 0xFF, places.green)
                let blue = Self.reach(pixel & 0xFF, places.blue)
                return (least: red.least + green.least + blue.least, most: red.most + green.most + blue.most)
            }
            let bound = reaches.map(\.most).min() ?? 0
            for (number, reach) in reaches.enumerated() where reach.least <= bound {
                candidates.append(UInt8(number))
            }
            starts.append(Int32(candidates.count))
        }
        self.candidates = candidates
        self.starts = starts
    }

    /// The squared distances of a channel to the nearest and to the farthest number of a part.
    private static func reach(_ value: UInt32, _ part: Int) -> (least: Int, most: Int) {
        let (low, high) = (part * 32, part * 32 + 31)
        let value = Int(value)
        let least = max(low - value, value - high, 0)
        let most = max(value - low, high - value)
        return (least * least, most * most)
    }

    /// The number of the nearest colour to 0xRRGGBB, the lowest of several.
    func nearest(_ pixel: UInt32) -> UInt8 {
        let red: UInt32 = (pixel >> 21) & 7
        let green: UInt32 = (pixel >> 13) & 7
        let blue: UInt32 = (pixel >> 5) & 7
        let part = Int(red << 6 + green << 3 + blue)
        var best = UInt8(0)
        var least = Int32.max
        for index in Int(starts[part])..<Int(starts[part + 1]) {
            let number = candidates[index]
            let difference = Difference(pixel, pixels[Int(number)])
            let distance = difference.dot(difference)
            if distance < least {
                least = distance
                best = number
            }
        }
        return best
    }

    /// The number for 0xRRGGBB at a place: of the two colours between which it lies, by turns.
    func dithered(_ pixel: UInt32, x: Int, y: Int) -> UInt8 {
        let first = nearest(pixel)
        let off = Difference(pixel, pixels[Int(first)])
        if off == Difference(0, 0) { return first }
        // The second is the nearest to what lies as far beyond, or twice, four and eight times as far on a sparse map.
        var second = first
        for doublings: Int32 in 0..<4 where second == first {
            second = nearest(off.added(to: pixel, times: 1 << doublings))
        }
        if second == first { return first }
        let way = Difference(pixels[Int(second)], pixels[Int(first)])
        return 256 * off.dot(way) > Int32(dither(x: x, y: y)) * way.dot(way) ? second : first
    }

    /// A premultiplied ARGB8888 pixel over the one at `target`.
    @inline(__always) func over(_ target: UnsafeMutableRawPointer, _ source: UInt32, x: Int, y: Int) {
        let alpha = source >> 24
        if alpha == 0 { return }
        let rest = UInt8(255 - alpha)
        let old = pixels[Int(target.load(as: UInt8.self))]
        let new = (source & 0xFF_FFFF) &+ times(pixel: old, rest)
        target.storeBytes(of: dithered(new, x: x, y: y), as: UInt8.self)
    }

    /// Whether the colours are the same.
    public static func == (left: Palette, right: Palette) -> Bool {
        left === right || left.colors == right.colors
    }

    /// By the colours.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(colors)
    }
}

extension Color {
    /// 0xRRGGBB.
    var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

/// How two colours differ.
private struct Difference: Equatable {
    var red: Int32
    var green: Int32
    var blue: Int32

    init(_ a: UInt32, _ b: UInt32) {
        red = Int32(a >> 16 & 0xFF) - Int32(b >> 16 & 0xFF)
        green = Int32(a >> 8 & 0xFF) - Int32(b >> 8 & 0xFF)
        blue = Int32(a & 0xFF) - Int32(b & 0xFF)
    }

    func dot(_ other: Difference) -> Int32 { red * other.red + green * other.green + blue * other.blue }

    /// The colour so many times that far on, as far as there are colours.
    func added(to pixel: UInt32, times: Int32) -> UInt32 {
        func channel(_ value: UInt32, _ off: Int32) -> UInt32 {
            UInt32(min(max(Int32(value & 0xFF) + off * times, 0), 255))
        }
        let (red, green) = (channel(pixel >> 16, red), channel(pixel >> 8, green))
        return red << 16 | green << 8 | channel(pixel, blue)
    }
}
