import Foundation
import HUDPixels
import HUDText
import TestSupport
import Testing

/// What a script needs, seen in the glyphs: their shapes differ from one font to the next, this does not.
@Suite struct ScriptTests {
    private func line(_ text: String, _ fonts: (FontLibrary, Face)) throws -> Line {
        try #require(fonts.0.label(text, face: fonts.1, size: 16).lines.first)
    }

    private func glyphs(_ text: String, _ fonts: (FontLibrary, Face)) throws -> [UInt32] {
        try line(text, fonts).shaped.compactMap(\.index)
    }

    @Test(arguments: [
        ("Ünïcødé", "DejaVu Sans Bold"), ("Ετικέτα", "DejaVu Sans Bold"), ("Отмечено", "DejaVu Sans Bold"),
        ("Պիտակ", "DejaVu Sans Bold"), ("დაჭდევა", "DejaVu Sans Bold"), ("נסרק", "DejaVu Sans Bold"),
        ("تم المسح", "DejaVu Sans Bold"), ("ສະແກນ", "DejaVu Sans Bold"), ("स्कैन", "Lohit Devanagari Regular"),
        ("குறிச்சொல்", "Lohit Tamil Regular"), ("ติดป้าย", "Loma Bold"),
        ("已标记", "WenQuanYi Micro Hei Regular"), ("タグ付け", "WenQuanYi Micro Hei Regular"),
        ("태그됨", "WenQuanYi Micro Hei Regular"), ("👍", "Noto Color Emoji Regular"),
    ]) func everyScriptHasAFace(_ text: String, _ name: String) throws {
        let line = try line(text, try TestFonts.library())
        #expect(line.missing == [])
        #expect(line.shaped.allSatisfy { $0.index != nil })
        // Noto's emoji are called "Noto Color Emoji" or "Noto Color Emoji Regular".
        #expect(line.faceNames.count == 1 && name.hasPrefix(line.faceNames[0]), "\(line.faceNames)")
        #expect((0.3...1.6).contains(line.inkWidth / 16 / Double(text.count)), "\(line.inkWidth)")
    }

    @Test func oneLineMixesFaces() throws {
        let line = try line("Tagged ติด 標 👍 ok", try TestFonts.library())
        #expect(
            line.faceNames.map { $0.split(separator: " ")[0] } == ["DejaVu", "Loma", "WenQuanYi", "Noto"])
        #expect(line.missing == [])
    }

    @Test func arabicLettersJoinAndRunToTheLeft() throws {
        let fonts = try TestFonts.library()
        let (alone, word) = (try glyphs("ب", fonts), try glyphs("ببب", fonts))
        #expect(word.count == 3 && Set(word).count == 3, "initial, medial and final are three shapes")
        #expect(!word.contains(alone[0]))
        #expect(try line("ببب", fonts).shaped.map(\.cluster) == [4, 2, 0])
        // Lam and alef are one.
        #expect(try glyphs("لا", fonts).count == 1)
    }

    /// A letter that stands in does not break a word apart.
    @Test func lettersJoinAcrossFaces() throws {
        let directory = try TemporaryDirectory()
        let original = try TestFonts.library([]).1
        let word = original.line("بتب", size: 16).shaped.compactMap(\.index)
        var file = try FontFile(original.path)
        try file.keep(["ب"], of: original)
        let path = directory.path + "/one.ttf"
        try file.write(to: path)
        let library = try FontLibrary(fallback: .files([original.path]))
        let face = try library.face(at: path)
        let line = library.label("بتب", face: face, size: 16).lines[0]
        #expect(!face.has("ت") && line.missing == [])
        #expect(line.runCount == 3 && line.shaped.compactMap(\.index) == word)
    }

    /// What Unicode takes for the same is the same, in whichever form a face has it.
    @Test(arguments: [(["é"], "ée\u{301}"), (["e", "\u{301}"], "eé")] as [([Unicode.Scalar], String)])
    func composedAndDecomposedAreCovered(_ kept: [Unicode.Scalar], _ text: String) throws {
        let directory = try TemporaryDirectory()
        let original = try TestFonts.library([]).1
        var file = try FontFile(original.path)
        try file.keep(kept, of: original)
        let path = directory.path + "/kept.ttf"
        try file.write(to: path)
        let library = try FontLibrary(fallback: .files([original.path]))
        let line = library.label(text, face: try library.face(at: path), size: 16).lines[0]
        #expect(line.runCount == 1 && line.missing == [])
        #expect(library.label(text + "x", face: try library.face(at: path), size: 16).lines[0].runCount == 2)
    }

    @Test func devanagariFormsConjuncts() throws {
        let fonts = try TestFonts.library()
        let conjunct = try glyphs("क्ष", fonts)
        #expect(conjunct.count == 1, "three characters, one sign")
        #expect(!(try glyphs("कष", fonts)).contains(conjunct[0]))
        // The short i is spoken after its consonant, and written before it.
        let order = try line("कि", fonts).shaped.compactMap(\.index)
        let ka = try glyphs("क", fonts)[0]
        #expect(order.count == 2 && order.last == ka)
    }

    @Test func thaiMarksStandOnTheirLetters() throws {
        let fonts = try TestFonts.library()
        let plain = try line("กน", fonts)
        let marked = try line("ก้นิ", fonts)
        #expect(abs(plain.inkWidth - marked.inkWidth) < 3, "marks take no room")
    }

    @Test(
        arguments: [
            // Clusters from left to right. Numbers run to the right inside of what runs to the left.
            ("אב 12", [6, 5, 4, 2, 0].sorted(by: >), [5, 6]),
            ("ab אב", [0, 1, 2, 5, 3], []),
        ] as [(String, [Int], [Int])])
    func directionsMix(_ text: String, _ order: [Int], _ forward: [Int]) throws {
        let clusters = try line(text, try TestFonts.library()).shaped.map(\.cluster)
        if forward.isEmpty {
            #expect(clusters == order)
        } else {
            #expect(clusters == forward + order.filter { !forward.contains($0) })
        }
    }

    @Test func bracketsAreMirrored() throws {
        let fonts = try TestFonts.library()
        let (open, close) = (try glyphs("(", fonts)[0], try glyphs(")", fonts)[0])
        let indices = try glyphs("(א)", fonts)
        #expect(indices.first == open && indices.last == close)
        #expect(try line("(א)", fonts).shaped.map(\.cluster) == [3, 1, 0])
    }

    @Test func aClusterIsDrawnByOneFace() throws {
        let fonts = try TestFonts.library()
        // The accent is there as part of a letter only; the face is not left for it.
        #expect(try line("e\u{301}", fonts).faceNames == ["DejaVu Sans Bold"])
        let family = try line("👩‍👩‍👧", fonts).shaped
        #expect(Set(family.map(\.face)).count == 1 && family.count == 1, "one picture: \(family)")
    }

    @Test func emojiAreInColourUnlessAskedOtherwise() throws {
        let fonts = try TestFonts.library()
        #expect(try line("☎\u{FE0F}", fonts).faceNames[0].hasPrefix("Noto Color Emoji"))
        #expect(try line("☎", fonts).faceNames == ["DejaVu Sans Bold"])
        #expect(try line("☎\u{FE0E}", fonts).faceNames == ["DejaVu Sans Bold"])
        let pictures = try line("👍", fonts).draw(x: 4, baseline: 20).pictures
        let picture = try #require(pictures.first)
        #expect((16...22).contains(picture.target.width) && (14...22).contains(picture.target.height))
        #expect(picture.target.y < 8 && picture.target.maxY > 20, "it reaches below the baseline")
        let colors = Set(picture.picture.artwork.pixels.filter { $0 >> 24 == 255 })
        #expect(colors.count > 8)
        // Without such a font there is a box.
        let plain = try TestFonts.library([TestFonts.thai])
        #expect(try line("👍", plain).missing == ["👍"])
        #expect(try line("👍", plain).draw(x: 4, baseline: 20).mask.mask.coverage.contains(255))
    }

    @Test func whatAFontLeavesEmptyIsABox() throws {
        let directory = try TemporaryDirectory()
        let original = try TestFonts.library([]).1
        let glyph = try #require(original.line("g", size: 16).shaped[0].index)
        var file = try FontFile(original.path)
        file.empty(glyph: Int(glyph))
        let path = directory.path + "/empty.ttf"
        try file.write(to: path)
        let library = try FontLibrary()
        let line = library.label("Tagged", face: try library.face(at: path), size: 16).lines[0]
        #expect(line.missing == ["g"])
        #expect(line.shaped.map { $0.index == nil } == [false, false, true, true, false, false])
    }

    @Test func layersOfAFontAreDrawnInTheirColours() throws {
        let directory = try TemporaryDirectory()
        let original = try TestFonts.library([]).1
        func index(_ text: String) throws -> Int {
            Int(try #require(original.line(text, size: 16).shaped[0].index))
        }
        var file = try FontFile(original.path)
        file.color(glyph: try index("A"), with: (try index("I"), try index("O")))
        let path = directory.path + "/layers.ttf"
        try file.write(to: path)
        let library = try FontLibrary()
        let drawing = library.label("AB", face: try library.face(at: path), size: 32).lines[0]
            .draw(x: 0, baseline: 32)
        let picture = try #require(drawing.pictures.first).picture
        #expect(picture.artwork.pixels.contains(0xFFFF_0000), "the red layer")
        #expect(picture.artwork.pixels.contains(0x8000_8000), "the green one, premultiplied")
        #expect(drawing.mask.mask.coverage.contains(255), "B has no layers")
        #expect(drawing.pictures.count == 1)
    }
}
