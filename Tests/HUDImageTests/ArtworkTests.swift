import Foundation
import HUDImage
import HUDPixels
import TestSupport
import Testing

@Suite struct ArtworkTests {
    /// Every kind there is, plain and interlaced, in sizes that no pass divides evenly.
    @Test(arguments: SamplePNG.Kind.allCases, [false, true])
    func everyKindIsReadInItsColours(_ kind: SamplePNG.Kind, _ isInterlaced: Bool) throws {
        var random = Seeded()
        for depth in kind.depths {
            for (width, height) in [(1, 1), (3, 2), (13, 11), (33, 9)] {
                let most = 1 << depth - 1
                let samples = (0..<width * height).map { _ in
                    (0..<kind.channels).map { _ in Int.random(in: 0...most, using: &random) }
                }
                let palette = (0..<1 << min(depth, 8)).map { _ in
                    (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
                }
                let sample = SamplePNG(
                    width: width, height: height, kind: kind, depth: depth, isInterlaced: isInterlaced,
                    palette: palette, pixel: { samples[$1 * width + $0] })
                let artwork = try PNG.artwork(sample.bytes)
                #expect(artwork.size == Size(width: width, height: height))
                for (pixel, values) in zip(artwork.pixels, samples) {
                    let wanted = Self.color(values, kind, most, palette).premultiplied
                    #expect(Self.difference(pixel, wanted) <= 1, "\(kind) \(depth) \(random)")
                }
            }
        }
    }

    private static func color(_ values: [Int], _ kind: SamplePNG.Kind, _ most: Int, _ palette: [[UInt8]])
        -> Color
    {
        let bytes = values.map { UInt8((Double($0) * 255 / Double(most)).rounded()) }
        return switch kind {
        case .grey: Color(red: bytes[0], green: bytes[0], blue: bytes[0])
        case .greyAlpha: Color(red: bytes[0], green: bytes[0], blue: bytes[0], alpha: bytes[1])
        case .color: Color(red: bytes[0], green: bytes[1], blue: bytes[2])
        case .colorAlpha: Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
        case .palette:
            Color(
                red: palette[values[0]][0], green: palette[values[0]][1], blue: palette[values[0]][2],
                alpha: palette[values[0]][3])
        }
    }

    private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
        [UInt32(0), 8, 16, 24].map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }.max() ?? 0
    }

    @Test func sixteenMegapixelsAreTheMost() throws {
        func file(_ width: Int, _ height: Int) -> [UInt8] {
            SamplePNG(width: width, height: height, kind: .grey, depth: 1, pixel: { _, _ in [1] }).bytes
        }
        func failure(_ bytes: [UInt8]) -> ImageError? {
            do throws(ImageError) {
                _ = try PNG.artwork(bytes, name: "a.png")
                return nil
            } catch {
                return error
            }
        }
        #expect(failure(file(1 << 14, 1 << 10)) == nil)
        let larger = failure(file((1 << 14) + 1, 1 << 10))
        #expect(larger?.kind == .badData)
        #expect(larger?.description == "a.png is 16385 x 1024 pixels, more than 16 megapixels: scale it down")
    }

    /// Against the definition: each pixel is the mean of the area it stands for.
    @Test func scaledDownPixelsAreTheMeansOfTheirAreas() {
        var random = Seeded()
        for (width, height, across, down) in [
            (64, 64, 28, 28), (100, 7, 9, 3), (29, 28, 28, 27), (300, 200, 1, 1),
        ] {
            let artwork = Artwork(
                size: Size(width: width, height: height),
                pixels: (0..<width * height).map { _ in
                    Color(
                        red: .random(in: 0...255, using: &random),
                        green: .random(in: 0...255, using: &random),
                        blue: .random(in: 0...255, using: &random),
                        alpha: .random(in: 0...255, using: &random)
                    ).premultiplied
                })
            let scaled = artwork.scaled(to: Size(width: across, height: down))
            for y in 0..<down {
                for x in 0..<across {
                    let wanted = Self.mean(artwork, x, y, scaled.size)
                    let pixel = scaled.pixels[y * across + x]
                    for (channel, value) in wanted.enumerated() {
                        #expect(
                            abs(Double(pixel >> (8 * UInt32(channel)) & 0xFF) - value) < 0.52, "\(random)")
                    }
                }
            }
        }
    }

    private static func mean(_ artwork: Artwork, _ x: Int, _ y: Int, _ target: Size) -> [Double] {
        let across = Double(artwork.size.width) / Double(target.width)
        let down = Double(artwork.size.height) / Double(target.height)
        let (left, top) = (Double(x) * across, Double(y) * down)
        var sums = [0.0, 0, 0, 0]
        for row in Int(top)..<min(artwork.size.height, Int((top + down).rounded(.up))) {
            for column in Int(left)..<min(artwork.size.width, Int((left + across).rounded(.up))) {
                let width = min(Double(column + 1), left + across) - max(Double(column), left)
                let height = min(Double(row + 1), top + down) - max(Double(row), top)
                let pixel = artwork.pixels[row * artwork.size.width + column]
                for channel in 0..<4 {
                    sums[channel] += Double(pixel >> (8 * UInt32(channel)) & 0xFF) * width * height
                }
            }
        }
        return sums.map { $0 / (across * down) }
    }

    @Test func scaledUpPixelsLieBetweenTheirNeighbours() {
        let artwork = Artwork(size: Size(width: 2, height: 1), pixels: [0xFF00_0000, 0xFFFF_FFFF])
        let scaled = artwork.scaled(to: Size(width: 28, height: 14))
        let row = scaled.pixels.prefix(28).map { $0 & 0xFF }
        #expect(row.first == 0 && row.last == 255)
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 30 })
        #expect(scaled.pixels.allSatisfy { $0 >> 24 == 255 })
        let single = Artwork(size: Size(width: 1, height: 1), pixels: [0x8040_2010])
        #expect(single.scaled(to: Size(width: 9, height: 9)).pixels.allSatisfy { $0 == 0x8040_2010 })
    }

    @Test(arguments: [
        (28, 28, 28, 28), (280, 140, 28, 14), (1, 1000, 1, 28), (10, 20, 14, 28), (4000, 3, 28, 1),
    ]) func picturesFitTheirSquare(_ width: Int, _ height: Int, _ across: Int, _ down: Int) {
        let artwork = Artwork(
            size: Size(width: width, height: height), pixels: [UInt32](repeating: 0, count: width * height))
        #expect(artwork.fitted(28) == Size(width: across, height: down))
    }
}
