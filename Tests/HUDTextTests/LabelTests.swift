import HUDPixels
import HUDText
import Testing

@Suite struct LabelTests {
    private func label(
        _ text: String, width: Double = .infinity, height: Double = .infinity, lines: Int = 1,
        _ fonts: (FontLibrary, Face)? = nil
    ) throws -> Label {
        let (library, face) = try fonts ?? TestFonts.library()
        var room = Label.Room()
        (room.width, room.height, room.lines) = (width, height, lines)
        return library.label(text, face: face, size: 16, room: room)
    }

    private func texts(_ label: Label) -> [String] { label.lines.map(\.text) }

    @Test func lineBreaksAreKept() throws {
        #expect(texts(try label("one\ntwo\r\nthree\u{2028}four")) == ["one", "two", "three", "four"])
        #expect(texts(try label("\n one\n\ntwo\n\n")) == [" one", "", "two"], "none at the ends")
        #expect(texts(try label("a\tb")) == ["a b"])
        #expect(texts(try label("\n")) == [""])
        #expect(texts(try label("")) == [""])
    }

    @Test func oneLineEndsInAnEllipsis() throws {
        let label = try label("Please take your receipt", width: 100)
        #expect(label.lines.count == 1 && label.isShortened && label.lines[0].text.hasSuffix("…"))
        let two = try self.label("Please take your receipt\nnow", width: 100)
        #expect(two.lines.count == 2 && two.lines[0].isShortened && two.lines[1].text == "now")
    }

    @Test func wordsAreKeptWholeAndLinesAlike() throws {
        let text = "Please take your receipt and your card"
        for width in stride(from: 90.0, through: 340, by: 10) {
            let label = try label(text, width: width, lines: 9)
            #expect(!label.isShortened && label.inkWidth <= width)
            #expect(texts(label).joined(separator: " ") == text, "\(width)")
        }
        let label = try label(text, width: 240, lines: 9)
        #expect(texts(label) == ["Please take your", "receipt and your card"])
    }

    @Test func whatHasNoRoomEndsInAnEllipsis() throws {
        let text = "one two three four five six seven eight nine ten"
        let label = try label(text, width: 100, lines: 2)
        #expect(label.lines.count == 2 && label.isShortened)
        #expect(!label.lines[0].isShortened && label.lines[1].text.hasSuffix("…"))
        // Neither lines that fit across nor those that are asked for make room down.
        let low = try self.label("one\ntwo\nthree\nfour", height: 40)
        #expect(texts(low) == ["one", "two…"] && low.isShortened)
        #expect(texts(try self.label("one\ntwo", height: 1)) == ["one…"])
    }

    @Test func eachParagraphHasItsLine() throws {
        let label = try label("one two three four five six\nlast", width: 100, lines: 3)
        #expect(label.lines.count == 3 && label.lines[2].text == "last" && label.lines[1].isShortened)
    }

    @Test(arguments: [
        "Antidisestablishmentarianism", "ป้ายนี้ถูกสแกนเรียบร้อยแล้วขอบคุณมากที่มาใช้บริการ",
        "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
        "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "🇩🇪🇫🇷🇮🇹🇩🇪🇫🇷🇮🇹🇩🇪🇫🇷🇮🇹", "स्क्रीनक्षत्रियस्क्रीनक्षत्रिय",
        "スキャンが完了しました。商品をお取りください。", "العربيةوالعبريةوالفارسية", "a\u{FFFF}b🇩🇪",
    ]) func charactersAreNeverBroken(_ text: String) throws {
        let fonts = try TestFonts.library()
        for width in stride(from: 30.0, through: 200, by: 7) {
            for lines in [1, 2, 4, 40] {
                let label = try label(text, width: width, lines: lines, fonts)
                var shown = texts(label).joined()
                if label.isShortened { shown.removeLast(shown.hasSuffix("…") ? 1 : 3) }
                let kept = Array(shown)
                #expect(Array(text.prefix(kept.count)) == kept, "\(width) \(texts(label))")
                #expect(label.isShortened || kept.count == text.count)
                #expect(label.inkWidth <= width || label.lines.contains { $0.text.count <= 1 })
            }
        }
    }

    @Test func noLineBeginsWithAFullStop() throws {
        let fonts = try TestFonts.library()
        for width in stride(from: 40.0, through: 300, by: 4) {
            let label = try label("商品をお取りください。商品をお取りください。", width: width, lines: 20, fonts)
            #expect(!label.lines.contains { $0.text.hasPrefix("。") }, "\(texts(label))")
        }
    }

    @Test func theEllipsisStandsWhereReadingEnds() throws {
        let fonts = try TestFonts.library()
        let hebrew = try label("נסרק בהצלחה נסרק בהצלחה", width: 100, fonts).lines[0]
        let dots = hebrew.text.utf8.count - 3
        #expect(hebrew.shaped.first?.cluster == dots)
        let mixed = try label("abc נסרק בהצלחה נסרק בהצלחה", width: 100, fonts).lines[0]
        #expect(mixed.shaped.last?.cluster == mixed.text.utf8.count - 3)
        // A line of a paragraph that runs to the left does so, whatever it begins with.
        let second = try label("נסרק בהצלחה\n(abc)", fonts).lines
        #expect(second.count == 2)
    }

    @Test func tenThousandCharactersAreCutAtOnce() throws {
        let fonts = try TestFonts.library()
        let clock = ContinuousClock()
        for text in [
            "Lorem ipsum ", "ติดป้ายแล้ว", "تم المسح ", "已标记", "👍🏽", "a\u{301}", "\u{200B}", "\u{10FFFD}",
        ] {
            let long = String(repeating: text, count: 10_000 / text.unicodeScalars.count)
            for lines in [1, 3] {
                let time = try clock.measure {
                    let label = try label(long, width: 300, lines: lines, fonts)
                    #expect(label.isShortened || text == "\u{200B}")
                }
                #expect(time < .milliseconds(400), "\(text) \(lines)")  // 20 ms on an idle machine
            }
        }
        let tower = try label("a" + String(repeating: "\u{301}", count: 10_000), width: 300, fonts)
        #expect(tower.lines[0].draw(x: 0, baseline: 0).mask.mask.size.height < 400)
    }

    @Test func aSecondTimeNothingIsShaped() throws {
        let (library, face) = try TestFonts.library()
        for text in [
            "Tagged", "Please take your receipt and your card", "Tagged ติด 標 👍", "שלום 12", "a\nb\nc",
        ] {
            var room = Label.Room()
            (room.width, room.lines) = (120, 2)
            let before = library.shapings
            let first = library.label(text, face: face, size: 16, room: room)
            let after = library.shapings
            #expect(after > before)
            let second = library.label(text, face: face, size: 16, room: room)
            #expect(library.shapings == after, "\(text)")
            #expect(first.lines.map(\.shaped) == second.lines.map(\.shaped))
            _ = library.label(text, face: face, size: 17, room: room)
            #expect(library.shapings > after, "another size is another shape")
        }
    }

    @Test func cachesHaveABound() {
        var cache = Cache<Int, Int>(limit: 100)
        for number in 0..<1000 {
            cache.insert(number, for: number, cost: 7)
            #expect(cache.count * 7 <= 100)
            #expect(cache.value(for: number, cost: { _ in 7 }) == number)
            // What is asked for again and again stays.
            #expect(cache.value(for: 0, cost: { _ in 7 }) == 0)
        }
        cache.insert(1, for: -1, cost: 1000)
        #expect(cache.value(for: -1, cost: { _ in 1000 }) == nil, "larger than the cache")
    }

    @Test func theLineIsTheOwnFacesUnlessItDrawsNothing() throws {
        let fonts = try TestFonts.library()
        let (own, mixed, other) = (
            try label("Tagged", fonts), try label("Tagged ติด", fonts), try label("ติดป้าย", fonts)
        )
        #expect(own.ascender == mixed.ascender && own.descender == mixed.descender)
        #expect(other.ascender != own.ascender)
        #expect(try label("👍", fonts).ascender == own.ascender)
        #expect(try label("Tagged\nติด", fonts).pitch > (try label("Tagged\nok", fonts)).pitch)
    }

    /// One character of 60,000 parts is set like one of a few: all that readers count as one, not only marks.
    @Test(arguments: [
        "\u{301}", "\u{5B0}", "\u{E48}", "\u{200D}\u{1F469}", "\u{FE0F}", "\u{1160}", "\u{94D}\u{915}",
    ])
    func endlessCharactersTakeNoTime(_ part: String) throws {
        for first in ["a", "\u{5D0}", "\u{E01}", "\u{1F469}", "\u{1100}", "\u{915}"] {
            let clock = ContinuousClock()
            let start = clock.now
            let label = try label(first + String(repeating: part, count: 60_000), width: 400, lines: 3)
            #expect(clock.now - start < .seconds(2), "\(first.debugDescription)")
            #expect(!label.lines.isEmpty)
        }
        // What languages need is drawn.
        let vietnamese = try self.label("ê\u{301}\u{323}")
        #expect(vietnamese.lines[0].text == "ê\u{301}\u{323}")
    }
}
