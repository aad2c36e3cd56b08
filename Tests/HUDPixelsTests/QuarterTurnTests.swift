import HUDPixels
import TestSupport
import Testing

@Suite struct QuarterTurnTests {
    @Test func turnsToTheRight() {
        let layer = Layer(size: Size(width: 3, height: 2))
        layer.withSurface { surface in
            for y in 0..<2 {
                for x in 0..<3 { surface.setPixel(UInt32(y * 3 + x + 1) * 0x0101_0101, x: x, y: y) }
            }
        }
        func rows(_ turn: QuarterTurn) -> [UInt32] { Picture32(layer.turned(turn)).pixels.map { $0 & 0xFF } }
        #expect(rows(.none) == [1, 2, 3, 4, 5, 6])
        #expect(rows(.right) == [4, 1, 5, 2, 6, 3])
        #expect(rows(.half) == [6, 5, 4, 3, 2, 1])
        #expect(rows(.left) == [3, 6, 2, 5, 1, 4])
    }

    @Test(arguments: QuarterTurn.allCases) func comesBack(_ turn: QuarterTurn) {
        var random = Seeded()
        for _ in 0..<20 {
            let size = Size(
                width: .random(in: 1...70, using: &random), height: .random(in: 1...70, using: &random))
            let layer = Layer.noise(size, &random)
            let back = layer.turned(turn).turned(turn.inverse)
            #expect(back.size == size)
            #expect(Picture32(back).pixels == Picture32(layer).pixels, "\(random)")
            let rect = Rect(x: 3, y: -2, width: 11, height: 20)
            #expect(turn.inverse.turn(turn.turn(rect, on: size), on: turn.turn(size)) == rect)
            #expect(turn.turn(Rect(size), on: size).size == turn.turn(size))
        }
    }

    /// A turned layer in a turned pose on a turned screen is the picture, turned.
    @Test(arguments: QuarterTurn.allCases) func turnsTheWholePicture(_ turn: QuarterTurn) {
        var random = Seeded()
        let screen = Size(width: 60, height: 41)
        for round in 0..<20 {
            let layer =
                round % 2 == 0
                ? Layer.noise(Size(width: 23, height: 14), &random)
                : .patches(Size(width: 40, height: 20), &random)
            var pose = Pose(centerX: 30.5 + Double(round), centerY: 17, alpha: 0.8)
            if round % 4 > 1 { pose.scale = 1.23 }
            var plain = Picture(size: screen) { UInt32($0 * 3 + $1 * 5 & 0xFF) * 0x01_0101 }
            let below = plain
            plain.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
            let size = turn.turn(screen)
            func place(_ x: Int, _ y: Int) -> Rect {
                turn.turn(Rect(x: x, y: y, width: 1, height: 1), on: screen)
            }
            var turned = Picture(size: size)
            for y in 0..<41 { for x in 0..<60 { turned[place(x, y).x, place(x, y).y] = below[x, y] } }
            let (turnedLayer, turnedPose) = (layer.turned(turn), turn.turn(pose, on: screen))
            turned.withSurface { compose(turnedLayer, turnedPose, over: $0, into: $0, x: 0, y: 0) }
            #expect(
                turnedPose.bounds(of: turnedLayer.size) == turn.turn(pose.bounds(of: layer.size), on: screen))
            var worst = 0
            for y in 0..<41 {
                for x in 0..<60 {
                    let (a, b) = (plain[x, y], turned[place(x, y).x, place(x, y).y])
                    for shift: UInt32 in [0, 8, 16] {
                        worst = max(worst, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
                    }
                }
            }
            // Rows are mixed before columns: in a turned layer the roundings change places.
            #expect(
                worst <= (pose.scale == 1 && pose.centerX == pose.centerX.rounded() ? 0 : 2),
                "round \(round) \(random)")
        }
    }

    @Test func copiesAPartAndNoMore() {
        var random = Seeded()
        let (old, new) = (
            Layer.noise(Size(width: 50, height: 30), &random),
            Layer.noise(Size(width: 50, height: 30), &random)
        )
        let (before, after) = (Picture32(old), Picture32(new))
        for turn in QuarterTurn.allCases {
            let target = old.turned(turn)
            let part = Rect(x: 17, y: 5, width: 20, height: 11)
            target.copyPixels(of: new, turned: turn, part)
            let back = Picture32(target.turned(turn.inverse))
            for y in 0..<30 {
                for x in 0..<50 {
                    let isInside = (17..<37).contains(x) && (5..<16).contains(y)
                    #expect(back[x, y] == (isInside ? after : before)[x, y])
                }
            }
        }
    }
}
