import Foundation
import HUDPixels
import TestSupport

/// The default HUD, "Tagged" with a check mark, measured in a picture of it, against the numbers of the design
/// and nothing else: no code of the renderer is used, so it cannot agree with its own mistakes.
final class Analysis {
    /// The HUD on a screen of one grey.
    let picture: Picture
    let grey: Int
    let scale: Double
    private(set) var faults: [String] = []

    /// The box's sides, and its left and upper edge.
    private let side: Int
    private let left: Int
    private let top: Int
    /// 0.75 in the 255 steps that a colour's alpha has.
    private let alpha = (0.75 * 255).rounded() / 255

    /// - Parameter scale: a whole number.
    init(_ picture: Picture, grey: Int, scale: Double) {
        self.picture = picture
        self.grey = grey
        self.scale = scale
        side = Int(96 * scale)
        left = Int((Double(picture.size.width - side) / 2).rounded())
        top = Int((Double(picture.size.height - side) / 2).rounded())
        checkBox()
        checkCorners()
        checkIcon()
        checkLabel()
    }

    private func expect(_ holds: Bool, _ fault: @autoclosure () -> String) {
        if !holds && faults.count < 10 { faults.append(fault()) }
    }

    private func level(_ x: Int, _ y: Int) -> Int { Int(picture[x, y] & 0xFF) }
    private var inside: Int { Int((Double(grey) * (1 - alpha)).rounded()) }

    /// How white a pixel of the box is, 0...1.
    private func ink(_ x: Int, _ y: Int) -> Double { Double(level(x, y) - inside) / Double(255 - inside) }

    private func checkBox() {
        let radius = Int((10 * scale).rounded(.up))
        expect(abs(Double(inside) - Double(grey) * 0.25) < 1, "alpha is no 0.75")
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                let pixel = picture[x, y]
                let isGrey = pixel == UInt32(pixel & 0xFF) * 0x01_0101
                expect(isGrey, "(\(x), \(y)) is tinted")
                let (u, v) = (x - left, y - top)
                guard (0..<side).contains(u), (0..<side).contains(v) else {
                    expect(level(x, y) == grey, "(\(x), \(y)) outside of the box is \(level(x, y))")
                    continue
                }
                let isCorner = (u < radius || u >= side - radius) && (v < radius || v >= side - radius)
                if isCorner || isPicture(u, v) { continue }
                expect(level(x, y) == inside, "(\(x), \(y)) in the box is \(level(x, y)), not \(inside)")
            }
        }
    }

    /// Whether icon or label may be there: the icon's square, and a line of text as high as the font's.
    private func isPicture(_ u: Int, _ v: Int) -> Bool {
        let (x, y) = ((Double(u) + 0.5) / scale, (Double(v) + 0.5) / scale)
        let isIcon = (34...62).contains(x) && (22...50).contains(y)
        return isIcon || ((62...82).contains(y) && (8...88).contains(x))
    }

    /// The exact area of each corner pixel inside the circle, by strips.
    private func checkCorners() {
        let radius = 10 * scale
        for v in 0..<Int(radius) {
            for u in 0..<Int(radius) {
                let strips = 200
                var area = 0.0
                for strip in 0..<strips {
                    let across = Double(u) + (Double(strip) + 0.5) / Double(strips) - radius
                    let edge = radius - (radius * radius - across * across).squareRoot()
                    area += min(max(Double(v + 1) - edge, 0), 1) / Double(strips)
                }
                let exact = Double(grey) * (1 - alpha * area)
                for (x, y) in [
                    (left + u, top + v), (left + side - 1 - u, top + v), (left + u, top + side - 1 - v),
                    (left + side - 1 - u, top + side - 1 - v),
                ] {
                    let off = abs(Double(level(x, y)) - exact)
                    expect(off <= 2, "corner (\(x), \(y)) is \(level(x, y)), not \(exact)")
                }
            }
        }
    }

    private func checkIcon() {
        // The polyline (4,15) (11,22) (24,7), three wide, in the square whose corner is (34, 22).
        let ink = extent(rows: 20..<52)
        let expected = (left: 34 + 2.5, right: 34 + 25.5, top: 22 + 5.5, bottom: 22 + 23.5)
        expectNear(ink.left, expected.left, 0.5, "the icon's left edge")
        expectNear(ink.right, expected.right, 0.5, "the icon's right edge")
        expectNear(ink.top, expected.top, 0.5, "the icon's upper edge")
        expectNear(ink.bottom, expected.bottom, 0.5, "the icon's lower edge")
        expectNear((ink.left + ink.right) / 2, 48, 0.5, "the icon's middle across")
    }

    private func checkLabel() {
        let ink = extent(rows: 58..<90)
        expectNear((ink.left + ink.right) / 2, 48, 0.5, "the label's middle across")
        // Of the font's file, in 2048ths: ascender 1901 and descender -483 (hhea), and how high its "d" is, 1556.
        let em = 16.0 / 2048
        let baseline: Double = 48 + 24 + (1901 - 483) / 2 * em
        expectNear(ink.top, baseline - 1556 * em, 1, "the label's upper edge")
    }

    private func expectNear(_ points: Double, _ expected: Double, _ pixels: Double, _ name: String) {
        let off = abs(points - expected) * scale
        expect(off <= pixels, "\(name) is at \(points) points, not \(expected)")
    }

    /// The edges of what is white between two rows, in points from the box's corner. A pixel that is partly
    /// white counts by its part.
    private func extent(rows: Range<Int>) -> (left: Double, right: Double, top: Double, bottom: Double) {
        let range = Int(Double(rows.lowerBound) * scale)..<Int(Double(rows.upperBound) * scale)
        let columns = (0..<side).map { u in range.map { ink(left + u, top + $0) }.max() ?? 0 }
        let lines = range.map { v in (0..<side).map { ink(left + $0, top + v) }.max() ?? 0 }
        func first(_ parts: [Double]) -> Double {
            guard let index = parts.firstIndex(where: { $0 > 0.05 }) else { return .infinity }
            // The edge runs through this pixel, or through the next if this one is a faint rim.
            return Double(index) + 1 - min(parts[index], 1)
        }
        return (
            first(columns) / scale, (Double(side) - first(columns.reversed())) / scale,
            (Double(range.lowerBound) + first(lines)) / scale,
            (Double(range.upperBound) - first(lines.reversed())) / scale
        )
    }
}
