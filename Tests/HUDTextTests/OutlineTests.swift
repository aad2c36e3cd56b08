import Foundation
import HUDPixels
import HUDText
import Testing

@Suite struct OutlineTests {
    /// The part of a pixel inside a circle of `radius` about (`radius`, `radius`), by exact integration over
    /// narrow strips: nothing of the renderer is in it.
    private func area(_ x: Int, _ y: Int, radius: Double) -> Double {
        let strips = 400
        var sum = 0.0
        for strip in 0..<strips {
            let across = Double(x) + (Double(strip) + 0.5) / Double(strips) - radius
            let half = max(0, radius * radius - across * across).squareRoot()
            let top = across < 0 || half > 0 ? radius - half : 0
            sum += min(max(Double(y + 1) - max(top, Double(y)), 0), 1)
        }
        return sum / Double(strips)
    }

    /// The greatest error of a corner's coverage, in 255ths.
    private func worst(_ mask: Mask, radius: Double) -> Double {
        var worst = 0.0
        for y in 0..<Int(radius) {
            for x in 0..<Int(radius) {
                let exact = area(x, y, radius: radius) * 255
                worst = max(worst, abs(Double(mask.coverage[y * mask.size.width + x]) - exact))
            }
        }
        return worst
    }

    @Test(arguments: [1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 2.75, 3]) func cornersAreExact(_ scale: Double) throws
    {
        let side = Int((96 * scale).rounded())
        let mask = try FontLibrary().roundedBox(Size(width: side, height: side), radius: 10 * scale)
        let error = worst(mask, radius: 10 * scale)
        #expect(error <= 2, "worst error \(error) / 255")
        let wrong = try FontLibrary().roundedBox(Size(width: side, height: side), radius: 10.2 * scale)
        #expect(worst(wrong, radius: 10 * scale) > 2, "the check sees a radius that is 2% off")
    }

    @Test func boxesAreEvenInsideAndAlikeAtEachCorner() throws {
        let fonts = try FontLibrary()
        for (width, height, radius) in [
            (96, 96, 10.0), (97, 61, 12.5), (30, 200, 15), (20, 20, 40), (9, 9, 0),
        ] {
            let mask = fonts.roundedBox(Size(width: width, height: height), radius: radius)
            let side = Int(min(radius, Double(min(width, height) / 2)).rounded(.up))
            for y in 0..<height {
                for x in 0..<width {
                    let value = mask.coverage[y * width + x]
                    #expect(value == mask.coverage[y * width + width - 1 - x])
                    #expect(value == mask.coverage[(height - 1 - y) * width + x])
                    let isCorner = (x < side || x >= width - side) && (y < side || y >= height - side)
                    if !isCorner { #expect(value == 255) }
                }
            }
        }
    }

    @Test func circlesHaveTheirArea() throws {
        let fonts = try FontLibrary()
        for radius in [1.75, 5, 11.5] {
            for scale in [1.0, 1.3, 3] {
                let size = Size(width: Int(30 * scale), height: Int(30 * scale))
                let mask = fonts.fill(.circle(14, 14, radius: radius), scale: scale, size: size)
                let area = mask.coverage.reduce(0.0) { $0 + Double($1) } / 255
                let exact = Double.pi * radius * radius * scale * scale
                #expect(abs(area - exact) < exact * 0.02)
            }
        }
    }

    @Test func strokesAreRoundAndAsWideAsAsked() throws {
        let fonts = try FontLibrary()
        let line = Outline.polyline([.init(5, 10), .init(25, 10)])
        let mask = fonts.stroke(line, width: 3, scale: 2, size: Size(width: 60, height: 40))
        let area = mask.coverage.reduce(0.0) { $0 + Double($1) } / 255
        let exact = (20 * 3 + Double.pi * 1.5 * 1.5) * 4
        #expect(abs(area - exact) < 0.5)
        let middle = (0..<40).map { mask.coverage[$0 * 60 + 30] }
        #expect(middle.filter { $0 == 255 }.count == 6, "rows 17...22")
        #expect(middle.filter { $0 != 255 && $0 != 0 }.isEmpty)
    }

    /// A stroke that has hardly begun is a dot, however short it is; nothing is not even that.
    @Test(arguments: [1.0, 1.3, 3]) func theShortestStrokesAreDots(_ scale: Double) throws {
        let fonts = try FontLibrary()
        let size = Size(width: Int(28 * scale), height: Int(28 * scale))
        let dot = Double.pi * 1.5 * 1.5 * scale * scale
        func area(_ outline: Outline) -> Double {
            fonts.stroke(outline, width: 3, scale: scale, size: size).coverage
                .reduce(0.0) { $0 + Double($1) } / 255
        }
        for power in 2...60 {
            let part = 1 / Double(sign: .plus, exponent: power, significand: 1)
            let line = area(Outline.polyline([.init(4, 15), .init(11, 22), .init(24, 7)]).beginning(part))
            let arc = area(.arc(14, 14, radius: 11.5, from: 0.3, turn: part))
            #expect(line > dot * 0.9 && arc > dot * 0.9, "2^-\(power)")
            if power > 12 { #expect(line < dot * 1.1 && arc < dot * 1.1, "2^-\(power)") }
        }
        #expect(area(Outline.polyline([.init(4, 15), .init(11, 22)]).beginning(0)) == 0)
        #expect(area(.arc(14, 14, radius: 11.5, from: 0.9, turn: 0)) > dot * 0.9)
    }

    /// A piece of a ring has its part of the ring's area, wherever it begins.
    @Test func arcsHaveTheirLength() throws {
        let fonts = try FontLibrary()
        let size = Size(width: 84, height: 84)
        for turn in [0.1, 0.25, 0.4, 0.75, 0.99, 1] {
            for start in [0, 0.2, 0.6, 1.4] {
                let arc = Outline.arc(14, 14, radius: 11.5, from: start, turn: turn)
                let area =
                    fonts.stroke(arc, width: 3, scale: 3, size: size).coverage
                    .reduce(0.0) { $0 + Double($1) } / 255 / 9
                // Its round ends reach beyond.
                let exact = 2 * Double.pi * 11.5 * 3 * turn + (turn < 1 ? Double.pi * 1.5 * 1.5 : 0)
                #expect(
                    abs(area - exact) < exact * 0.02 + (turn == 0.99 ? 4 : 0), "\(start) \(turn): \(area)")
            }
        }
    }

    /// The beginning of a line lies on the line, and is as long as it should be.
    @Test func beginningsAreParts() throws {
        let whole = Outline.polyline([.init(0, 10), .init(30, 10), .init(30, 20)])
        #expect(whole.beginning(1) == whole && whole.beginning(2) == whole)
        #expect(whole.beginning(0.5) == .polyline([.init(0, 10), .init(20, 10)]))
        #expect(whole.beginning(0.875) == .polyline([.init(0, 10), .init(30, 10), .init(30, 15)]))
        #expect(whole.beginning(0) == Outline() && whole.beginning(-1) == Outline())
        let two = Outline.polyline([.init(0, 0), .init(10, 0)]) + .polyline([.init(0, 5), .init(10, 5)])
        #expect(two.beginning(0.5) == .polyline([.init(0, 0), .init(10, 0)]))
        #expect(
            two.beginning(0.75) == .polyline([.init(0, 0), .init(10, 0)])
                + .polyline([.init(0, 5), .init(5, 5)]))
    }

    @Test(arguments: Icon.allCases) func iconsStayInTheirSquare(_ icon: Icon) throws {
        let fonts = try FontLibrary()
        for scale in [1, 1.25, 2, 2.6, 3] {
            guard let mask = fonts.mask(of: icon, scale: scale) else {
                #expect(icon == .none)
                continue
            }
            let side = mask.size.width
            #expect(mask.size == Size(width: side, height: side) && side == Int((28 * scale).rounded(.up)))
            #expect(mask.coverage.contains(255))
            let exactSide = scale == scale.rounded()
            for y in 0..<side {
                for x in 0..<side {
                    let value = Int(mask.coverage[y * side + x])
                    if x == 0 || y == 0 || x == side - 1 || y == side - 1 {
                        // A round cap or a corner may not be cut off.
                        #expect(value < 40, "\(icon) \(scale) (\(x), \(y))")
                    }
                    if exactSide && icon != .check {
                        #expect(
                            abs(value - Int(mask.coverage[y * side + side - 1 - x])) <= 8,
                            "\(icon) is lopsided")
                    }
                }
            }
        }
    }

    /// The check mark against the distance from its two lines: what is nearer than half its width is inside.
    @Test(arguments: [1, 1.5, 2, 3]) func theCheckMarkIsWhereTheThemeSays(_ scale: Double) throws {
        let mask = try #require(try FontLibrary().mask(of: .check, scale: scale))
        let points = [(4.0, 15.0), (11.0, 22.0), (24.0, 7.0)]
        func distance(_ x: Double, _ y: Double, _ a: (Double, Double), _ b: (Double, Double)) -> Double {
            let (dx, dy) = (b.0 - a.0, b.1 - a.1)
            let t = min(max(((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy), 0), 1)
            return hypot(x - a.0 - t * dx, y - a.1 - t * dy)
        }
        let fine = 16
        for y in 0..<mask.size.height {
            for x in 0..<mask.size.width {
                var inside = 0
                for row in 0..<fine {
                    for column in 0..<fine {
                        let u = (Double(x) + (Double(column) + 0.5) / Double(fine)) / scale
                        let v = (Double(y) + (Double(row) + 0.5) / Double(fine)) / scale
                        let near = min(
                            distance(u, v, points[0], points[1]), distance(u, v, points[1], points[2]))
                        if near <= 1.5 { inside += 1 }
                    }
                }
                let exact = Double(inside) / Double(fine * fine) * 255
                #expect(abs(Double(mask.coverage[y * mask.size.width + x]) - exact) <= 10, "(\(x), \(y))")
            }
        }
    }
}
