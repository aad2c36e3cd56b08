import HUDPixels
import Testing

@Suite struct GeometryTests {
    @Test func rectanglesMeetAndJoin() {
        let a = Rect(x: 0, y: 0, width: 10, height: 10)
        let b = Rect(x: 6, y: 8, width: 10, height: 10)
        #expect(a.intersection(b) == Rect(x: 6, y: 8, width: 4, height: 2))
        #expect(a.union(b) == Rect(x: 0, y: 0, width: 16, height: 18))
        #expect(a.intersection(Rect(x: 10, y: 0, width: 5, height: 5)).isEmpty)
        #expect(a.union(Rect(x: 50, y: 50, width: 0, height: 3)) == a)
    }

    @Test func aPoseCoversWholePixels() {
        let size = Size(width: 96, height: 96)
        let rest = Pose(centerX: 160, centerY: 120).bounds(of: size)
        #expect(rest == Rect(x: 112, y: 72, width: 96, height: 96))
        let grown = Pose(centerX: 160, centerY: 120, scale: 1.3).bounds(of: size)
        #expect(grown == Rect(x: 97, y: 57, width: 126, height: 126))  // 124.8 wide
    }
}
