import HUDText
import Testing

@Suite struct EllipsisTests {
    @Test(arguments: [
        "A long label that is cut", "Größe und Übermaß", "fi fl ffi office",
        "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
        "🇩🇪🇫🇷🇮🇹🇩🇪🇫🇷", "العربية والعبرية", "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧",
    ]) func cutsBetweenCharacters(_ text: String) throws {
        let face = try Fonts().face
        let whole = face.line(text, size: 16)
        #expect(!whole.isShortened)
        var seen = 0
        for width in stride(from: 20.0, to: whole.inkWidth, by: 1.5) {
            let line = face.line(text, size: 16, maximumWidth: width)
            #expect(line.isShortened && line.inkWidth <= width, "\(width): \(line.text) \(line.inkWidth)")
            #expect(line.text.hasSuffix("…"))
            let kept = Array(line.text.dropLast())
            #expect(Array(text.prefix(kept.count)) == kept, "\(line.text)")
            #expect(kept.count >= seen, "more room shows no less: \(width)")
            seen = kept.count
        }
        #expect(seen > 0)
    }

    @Test func keepsAllThatFits() throws {
        let face = try Fonts().face
        let text = "Abcdefghijklmnop"
        for width in stride(from: 30.0, to: 160, by: 2) {
            let line = face.line(text, size: 16, maximumWidth: width)
            guard line.isShortened else { continue }
            let next = String(text.prefix(line.text.count)) + "…"  // one character more
            #expect(face.line(next, size: 16).inkWidth > width, "\(width) \(line.text)")
        }
    }

    @Test func leavesNoSpaceBeforeTheEllipsis() throws {
        let face = try Fonts().face
        for width in stride(from: 30.0, to: 200, by: 1) {
            let line = face.line("a b c d e f g h i j k l m n", size: 16, maximumWidth: width)
            #expect(!line.text.contains(" …"))
        }
    }

    @Test func tenThousandCharactersAreCutAtOnce() throws {
        let face = try Fonts().face
        let clock = ContinuousClock()
        let text = String(repeating: "Lorem ipsum ", count: 900)
        var line: Line?
        let time = clock.measure { line = face.line(text, size: 16, maximumWidth: 300) }
        #expect(line?.isShortened == true)
        #expect(time < .milliseconds(250))  // 3 ms on an idle machine
    }

    @Test func roomForNothingIsTheEllipsisAlone() throws {
        let face = try Fonts().face
        #expect(face.line("Tagged", size: 16, maximumWidth: 1).text == "…")
    }
}
