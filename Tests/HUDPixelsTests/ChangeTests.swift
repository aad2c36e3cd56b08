import HUDPixels
import TestSupport
import Testing

/// What a layer says of its changes.
@Suite struct ChangeTests {
    private let layer = Layer(size: Size(width: 40, height: 30))

    @Test func saysNothingHasChangedWhereNothingHas() {
        let version = layer.version
        #expect(layer.version == version)
        #expect(layer.changes(since: version).isEmpty)
        layer.withPixels { _ = $0.pixel(x: 0, y: 0) }
        #expect(layer.version == version)
    }

    @Test func holdsAllThatWasPaintedBetweenTwoLooks() {
        let first = layer.version
        layer.fill(Rect(x: 3, y: 4, width: 5, height: 6), .white)
        layer.clear(Rect(x: 30, y: 20, width: 50, height: 2))
        let second = layer.version
        #expect(second != first)
        #expect(layer.changes(since: first) == Rect(x: 3, y: 4, width: 37, height: 18))
        layer.withSurface(of: Rect(x: 0, y: 29, width: 1, height: 1)) { $0.setPixel(0, x: 0, y: 0) }
        #expect(layer.changes(since: second) == Rect(x: 0, y: 29, width: 1, height: 1))
        #expect(layer.changes(since: first) == Rect(x: 0, y: 4, width: 40, height: 26))
    }

    @Test func isAllNewToWhoeverIsFarBehind() {
        let old = layer.version
        for _ in 0..<9 {
            layer.fill(Rect(x: 1, y: 1, width: 1, height: 1), .white)
            _ = layer.version
        }
        #expect(layer.changes(since: old) == Rect(layer.size))
        #expect(layer.changes(since: layer.version + 1) == Rect(layer.size))
    }

    /// A look while the pixels are lent must not hide what is drawn after it.
    @Test func countsWhatIsDrawnAfterALookInBetween() {
        var between = 0
        layer.withSurface(of: Rect(x: 2, y: 2, width: 2, height: 2)) { _ in between = layer.version }
        #expect(layer.changes(since: between) == Rect(x: 2, y: 2, width: 2, height: 2))
    }

    /// A frame drawn over an older one in the part that the pose's bounds name, and nowhere else, is the frame drawn
    /// whole.
    @Test(arguments: [(1.0, 0.0), (1.0, 0.4), (1.3, 0.0), (0.71, 0.25), (1.013, 0.5)])
    func boundsOfAPartHoldAllItTouches(scale: Double, shift: Double) {
        var random = Seeded()
        for _ in 0..<40 {
            layer.fill(Rect(layer.size), Color(red: 10, green: 200, blue: 30, alpha: 90))
            let pose = Pose(centerX: 50 + shift, centerY: 40 + shift, scale: scale, alpha: 0.8)
            let canvas = Size(width: 100, height: 80)
            let partly = Layer(size: canvas)
            partly.withSurface { draw(layer, pose, into: $0, x: 0, y: 0) }
            let version = layer.version
            let part = Rect(
                x: Int.random(in: 0..<38, using: &random), y: Int.random(in: 0..<28, using: &random),
                width: 1 + Int.random(in: 0..<9, using: &random),
                height: 1 + Int.random(in: 0..<9, using: &random))
            layer.fill(part, .white)
            let touched = pose.bounds(of: layer.changes(since: version), in: layer.size)
            partly.withSurface { surface in
                draw(layer, pose, into: surface.part(touched), x: touched.x, y: touched.y)
            }
            let whole = Layer(size: canvas)
            whole.withSurface { draw(layer, pose, into: $0, x: 0, y: 0) }
            let isSame = partly.withPixels { a in
                whole.withPixels { b in
                    (0..<canvas.height).allSatisfy { y in
                        (0..<canvas.width).allSatisfy { a.pixel(x: $0, y: y) == b.pixel(x: $0, y: y) }
                    }
                }
            }
            #expect(isSame, "\(part), \(random)")
        }
    }
}
