import Foundation
import HUDPixels
import HUDText
import TestSupport
import Testing

/// A library and the default face of one test.
struct Fonts {
    let library: FontLibrary
    let face: Face

    init() throws {
        library = try FontLibrary()
        face = try #require(library.defaultFace(), "no face: apt install fonts-dejavu-core")
    }
}

@Suite struct FaceTests {
    @Test func kernsPairs() throws {
        let face = try Fonts().face
        func advance(_ text: String) -> Double {
            // Ink of "|…|" less that of "||": what stands between the bars.
            face.line("|\(text)|", size: 64).inkWidth - face.line("||", size: 64).inkWidth
        }
        for pair in ["AV", "To", "Ya"] {
            let single = pair.reduce(0) { $0 + advance(String($1)) }
            #expect(advance(pair) < single - 1, "\(pair)")
        }
        #expect(abs(advance("HH") - 2 * advance("H")) < 0.1)
    }

    @Test(arguments: ["Tagged", "Ünïcødé", "fi", "日x", "  x ", "W"]) func inkIsWhatIsDrawn(_ text: String)
        throws
    {
        let face = try Fonts().face
        for size in [12.0, 16, 20, 48] {
            for start in [0.0, 0.25, 7.6] {
                let line = face.line(text, size: size)
                let drawn = face.draw(line, x: start, baseline: 100)
                let columns = (0..<drawn.mask.size.width).filter { drawn.column($0).max() ?? 0 > 0 }
                let first = Double(drawn.x + (columns.first ?? 0))
                let last = Double(drawn.x + (columns.last ?? 0) + 1)
                #expect(abs(first - (start + line.inkLeft)) < 1.1, "\(text) \(size) \(start)")
                #expect(abs(last - (start + line.inkRight)) < 1.1, "\(text) \(size) \(start)")
            }
        }
    }

    @Test func movesByPartsOfAPixel() throws {
        let face = try Fonts().face
        let line = face.line("Tagged", size: 16)
        let whole = face.draw(line, x: 10, baseline: 20).center
        for part in [0.25, 0.5, 0.75] {
            let moved = face.draw(line, x: 10 + part, baseline: 20).center
            #expect(abs(moved - whole - part) < 0.05)
        }
    }

    /// Hinted downwards: the flat feet of letters end with the row above the baseline.
    @Test func standsSharplyOnTheBaseline() throws {
        let face = try Fonts().face
        for size in [14.0, 16, 24, 32, 48] {
            let drawn = face.draw(face.line("HTI", size: size), x: 0.3, baseline: 60)
            #expect(drawn.y + drawn.mask.size.height == 60)
            let bottom = drawn.mask.coverage.suffix(drawn.mask.size.width)
            #expect(bottom.max() == 255, "size \(size)")
        }
    }

    @Test func saysItsMetrics() throws {
        let face = try Fonts().face
        #expect(face.name == "DejaVu Sans Bold")
        #expect(abs(face.ascender(size: 16) - 14.85) < 0.02)
        #expect(abs(face.descender(size: 16) - 3.77) < 0.02)
    }

    @Test(arguments: ["日本", "\u{10FFFD}", "🪑"]) func drawsABoxForWhatTheFontLacks(_ text: String) throws {
        let face = try Fonts().face
        for size in [12.0, 16, 48] {
            let line = face.line(text, size: size)
            #expect(line.missing == Array(text.unicodeScalars))
            #expect((0.35 * size...0.9 * size).contains(line.inkWidth / Double(text.unicodeScalars.count)))
            let drawn = face.draw(line, x: 0, baseline: 60)
            #expect(drawn.mask.coverage.contains(255))
            #expect(drawn.mask.coverage.contains(0), "a box, not a block")
        }
    }

    @Test func namesEachMissingCharacterOnce() throws {
        let face = try Fonts().face
        #expect(face.line("日 本 日", size: 16).missing == ["日", "本"])
        #expect(face.line("a\u{200D}b\u{FE0F}", size: 16).missing == [], "invisible ones are not missed")
    }

    @Test func controlCharactersAreSpaces() throws {
        let face = try Fonts().face
        let line = face.line("a\tb\nc\u{7F}d\u{2028}e\r\nf\u{0}g", size: 16)
        #expect(line.text == "a b c d e  f g")
        #expect(line.missing == [])
    }

    @Test func emptyLinesDrawNothing() throws {
        let face = try Fonts().face
        for text in ["", "   "] {
            let line = face.line(text, size: 16)
            #expect(line.inkWidth == 0)
            #expect(face.draw(line, x: 0, baseline: 10).mask.coverage.allSatisfy { $0 == 0 })
        }
    }

    @Test func refusesWhatIsNoFont() throws {
        let library = try FontLibrary()
        let directory = try TemporaryDirectory()
        let path = directory.path + "/text.ttf"
        try "no font".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(kind { () throws(TextError) in try library.face(at: path) } == .notAFont)
        #expect(kind { () throws(TextError) in try library.face(at: directory.path) } == .unreadable)
        #expect(kind { () throws(TextError) in try library.face(at: path + "x") } == .unreadable)
    }

    private func kind(_ body: () throws(TextError) -> Face) -> TextError.Kind? {
        do throws(TextError) {
            _ = try body()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func looksForTheDefaultFaceInOrder() throws {
        let paths = FontLibrary.candidates(directory: "/mine", home: "/opt/hud/bin")
        #expect(
            paths.prefix(4) == [
                "/mine/DejaVuSans-Bold.ttf", "/opt/hud/bin/Fonts/DejaVuSans-Bold.ttf",
                "/opt/hud/bin/../share/kiosk-hud/fonts/DejaVuSans-Bold.ttf",
                "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
            ])
        let built = FontLibrary.candidates(directory: nil, home: "/src/.build/x86_64/release")
        #expect(built.contains("/src/Fonts/DejaVuSans-Bold.ttf"))
        let library = try FontLibrary()
        #expect(library.defaultFace(among: []) == nil)
        #expect(library.defaultFace(among: ["/nowhere/x.ttf", "/dev/null"]) == nil)
    }
}

extension PlacedMask {
    func column(_ x: Int) -> [UInt8] {
        (0..<mask.size.height).map { mask.coverage[$0 * mask.size.width + x] }
    }

    /// Where the ink's weight is, across.
    var center: Double {
        var sum = 0.0
        var weight = 0.0
        for column in 0..<mask.size.width {
            let ink = self.column(column).reduce(0.0) { $0 + Double($1) }
            sum += ink * (Double(x + column) + 0.5)
            weight += ink
        }
        return sum / weight
    }
}
