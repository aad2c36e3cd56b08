import HUDPixels
import TestSupport
import Testing

@Suite struct ZoomTests {
    /// A white square, scaled about a centre anywhere: each pixel is as white as the part of it that is covered.
    @Test func edgesAreAsSoftAsWhatTheyCover() {
        var random = Seeded()
        let layer = Layer(size: Size(width: 20, height: 16))
        layer.fill(Rect(layer.size), .white)
        for _ in 0..<200 {
            let pose = Pose(
                centerX: .random(in: 25...35, using: &random), centerY: .random(in: 25...35, using: &random),
                scale: .random(in: 0.5...1.5, using: &random))
            var picture = Picture(size: Size(width: 60, height: 60))
            picture.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
            for y in 0..<60 {
                for x in 0..<60 {
                    let part =
                        covered(pose.centerX, 20 * pose.scale, x) * covered(pose.centerY, 16 * pose.scale, y)
                    #expect(
                        abs(Double(picture[x, y] & 0xFF) - part * 255) <= 1.5,
                        "\(pose) (\(x), \(y)) \(random)")
                }
            }
        }
    }

    private func covered(_ center: Double, _ length: Double, _ pixel: Int) -> Double {
        max(0, min(Double(pixel) + 1, center + length / 2) - max(Double(pixel), center - length / 2))
            .clamped(to: 0...1)
    }

    /// In real numbers, not in the kernels' steps.
    @Test func isBilinear() {
        var random = Seeded()
        let layer = Layer.noise(Size(width: 12, height: 9), &random)
        let source = Picture32(layer)
        let pose = Pose(centerX: 15.3, centerY: 12.8, scale: 1.27)
        var picture = Picture(size: Size(width: 30, height: 25))
        picture.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
        for y in 9..<17 {
            for x in 9..<21 {
                let u = (Double(x) + 0.5 - pose.centerX) / pose.scale + 6 - 0.5
                let v = (Double(y) + 0.5 - pose.centerY) / pose.scale + 4.5 - 0.5
                for shift: UInt32 in [0, 8, 16] {
                    func value(_ x: Int, _ y: Int) -> Double { Double(source[x, y] >> shift & 0xFF) }
                    let (i, j) = (Int(u), Int(v))
                    let (a, b) = (u - Double(i), v - Double(j))
                    let exact =
                        (value(i, j) * (1 - a) + value(i + 1, j) * a) * (1 - b)
                        + (value(i, j + 1) * (1 - a) + value(i + 1, j + 1) * a) * b
                    #expect(abs(Double(picture[x, y] >> shift & 0xFF) - exact) <= 2.5, "\(random)")
                }
            }
        }
    }

    /// A picture that is its own mirror image stays one while it zooms about the middle.
    @Test func keepsSymmetry() {
        let layer = Layer(size: Size(width: 96, height: 96))
        layer.fill(Rect(x: 10, y: 20, width: 76, height: 56), Color(red: 0, green: 0, blue: 0, alpha: 191))
        layer.fill(Rect(x: 40, y: 40, width: 16, height: 16), .white)
        for step in 0...30 {
            let pose = Pose(centerX: 80, centerY: 80, scale: 1 + Double(step) / 100)
            var picture = Picture(size: Size(width: 160, height: 160), color: 0x808080)
            picture.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
            for y in 0..<160 {
                for x in 0..<160 {
                    let mirrored = Int(picture[159 - x, 159 - y] & 0xFF)
                    #expect(abs(Int(picture[x, y] & 0xFF) - mirrored) <= 2)
                }
            }
        }
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
