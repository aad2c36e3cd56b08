import Foundation
import HUDPixels
import HUDScene
import TestSupport
import Testing

/// Themes as files: what they may say, what is wrong with them, what is hard to read in them.
@Suite struct ThemeTests {
    private func theme(_ text: String) throws -> Theme { try Theme(ini: text, file: "t.ini") }

    private func fault(_ text: String) -> String {
        do throws(ThemeError) {
            _ = try Theme(ini: text, file: "t.ini")
            return "none"
        } catch {
            return error.description
        }
    }

    @Test func anEmptyFileIsTheDefaultTheme() throws {
        for text in ["", "\n", "[hud]", "; only a remark\n# and another\n\n[busy]\n"] {
            #expect(try theme(text) == .standard)
        }
    }

    @Test func kindsOverrideWhatHoldsForAll() throws {
        let theme = try theme(
            """
            \u{FEFF}corner-radius = 4
            [failure]
            box-color = #330000cc   ; a remark
            stay = 2s
            [hud]
            box-color=#fff
            label-size : 20.5
            appear = fade
            curve=linear
            spinner-style=dots
            anchor=bottom-left
            offset-y=-12.5
            reduced-motion = yes
            """)
        #expect(theme.base.boxColor == .white && theme[.success].boxColor == .white)
        #expect(theme[.failure].boxColor == Color(red: 0x33, green: 0, blue: 0, alpha: 0xCC))
        #expect(theme[.failure].stay == 2_000_000_000 && theme[.success].stay == 600_000_000)
        #expect(Theme.Section.allCases.allSatisfy { theme[section: $0].cornerRadius == 4 })
        #expect(theme[.failure].labelSize == 20.5 && theme[.failure].curve == .linear)
        #expect(theme.base.appear.style == .fade && theme.base.spinnerStyle == .dots)
        #expect(theme.base.anchor == .bottomLeft && theme.base.offsetY == -12.5)
        #expect(theme.base.isMotionReduced)
    }

    /// However keys are indented, and on whatever system lines were ended.
    @Test(arguments: ["\n", "\r\n", "\r"], ["", "  ", "\t", " \t "])
    func linesMayBeIndented(_ end: String, _ indentation: String) throws {
        let lines = [
            "[hud]", "; a remark", "stay = 2s", "on-show = beep 440", "", "[failure]", "stay = 3s", "# last",
        ]
        for mark in ["", "\u{FEFF}"] {
            let read = try theme(mark + lines.map { indentation + $0 + end }.joined())
            #expect(read[.success].stay == 2_000_000_000 && read[.failure].stay == 3_000_000_000)
            #expect(read[.failure].onShow == ["beep", "440"])
        }
    }

    // Not in the attribute itself: Swift 6.0 falls over it there.
    private static let faults = [
        ("[hud]\nbox-colour = #fff", "2: no key box-colour; did you mean box-color?"),
        ("\n\n[sucess]\nstay = 1s", "4: no section [sucess]; did you mean success?"),
        ("[nothing-like-it]\nstay = 1s", "2: no section [nothing-like-it]"),
        ("box-size = large", "1: box-size: \"large\" is not a number from 16 to 1000"),
        ("box-size = nan", "1: box-size: \"nan\" is not a number from 16 to 1000"),
        ("box-size = 1e3", "1: box-size: \"1e3\" is not a number from 16 to 1000"),
        ("box-size = 15.9", "1: box-size: \"15.9\" is not a number from 16 to 1000"),
        ("ink-color = white", "1: ink-color: \"white\" is not a colour, #rgb, #rrggbb or #rrggbbaa"),
        ("ink-color = #ggg", "1: ink-color: \"#ggg\" is not a colour, #rgb, #rrggbb or #rrggbbaa"),
        ("stay = 2", "1: stay: \"2\" is not a time such as 300ms or 0.3s, at most 86400s"),
        (
            "leave-duration = 11s",
            "1: leave-duration: \"11s\" is not a time such as 300ms or 0.3s, at most 10s"
        ),
        ("label-lines = 0", "1: label-lines: \"0\" is not a whole number from 1 to 9"),
        ("curve = bouncy", "1: curve: \"bouncy\" is not ease-in-out, ease-out or linear"),
        ("stay = 1s\nstay = 2s", "2: stay is set already, in line 1"),
        ("[busy]\nanchor = top", "2: anchor is the same for every kind; it belongs into [hud]"),
        ("box-size", "1: is neither [section] nor key = value"),
        ("[hud\nbox-size = 20", "1: is neither [section] nor key = value"),
        ("stay = 1s\nnonsense\nnothing = 1", "2: is neither [section] nor key = value"),
        ("font = \(String(repeating: "x", count: 200))", "1: is longer than 190 bytes"),
        ("stay = 1s\0", "1: holds a control character, U+0000"),
        ("\nfont = \u{1B}[31m", "2: holds a control character, U+001B"),
        ("font = \u{85}", "1: holds a control character, U+0085"),
        ("[hud]\r\n  stay = 1s\r\n  nothing = 2\r\n", "3: no key nothing"),
        ("[hud]\r  stay = 1s\r  nothing = 2\r", "3: no key nothing"),
        ("on-show = a\n    b c\n", "2: is neither [section] nor key = value"),
    ]

    @Test(arguments: faults) func saysWhatIsWrongAndWhere(_ text: String, _ fault: String) {
        #expect(self.fault(text) == "t.ini, line " + fault)
    }

    /// What is printed can be read, and is the same theme.
    @Test func everyKeyIsWrittenAndReadAgain() throws {
        #expect(try theme(Theme.standard.ini) == .standard)
        for key in ThemeKey.all {
            #expect(Theme.standard.ini.contains("\n\(key.name) ="))
            #expect(!key.meaning.isEmpty && !key.wanted.isEmpty)
        }
        let changed = try theme(
            """
            corner-radius = 12.25
            box-color = #01020304
            font = /usr/share/fonts/a.ttf
            [failure]
            stay = 1234ms
            ink-color = #abcdef
            [progress]
            progress-style = pie
            """)
        #expect(changed != .standard)
        #expect(try theme(changed.ini) == changed)
        #expect(changed.ini.contains("[failure]\nink-color = #abcdef\nstay = 1234ms\n"))
    }

    /// Where a space before it, or a longer line, would make another value.
    @Test(arguments: [";face", "a;b", "=face", String(repeating: "x", count: 182)])
    func oddValuesAreWrittenAndReadAgain(_ value: String) throws {
        let odd = try theme("font=\(value)\n[failure]\non-show=\(value)")
        #expect(odd[.failure].font == value && odd[.failure].onShow == [value])
        #expect(try theme(odd.ini) == odd)
    }

    /// Every field of a look has a key: none can be forgotten in the table.
    @Test func everyFieldHasAKey() throws {
        let fields = Mirror(reflecting: Look.standard).children.count
        // The two transitions are three keys each.
        #expect(ThemeKey.all.count == fields + 2 * 2)
        #expect(Set(ThemeKey.all.map(\.name)).count == ThemeKey.all.count)
    }

    @Test func whatIsHardToReadIsSaid() throws {
        #expect(Theme.standard.warnings == [])
        let pale = try theme("[failure]\nink-color = #777777")
        #expect(
            pale.warnings == [
                "[failure] ink-color: #777777 on #000000bf has a contrast of 2.3:1 over some screens; 4.5:1 is legible"
            ])
        #expect(try theme("ink-color = #000").warnings.count == 1)
        #expect(try theme("box-color = #0000007f").warnings.count == 2)
    }

    /// Numbers that WCAG's own examples have.
    @Test func contrastIsWhatWCAGCounts() {
        func worst(_ ink: UInt8, on box: UInt8) -> Double {
            Contrast.worst(Color(red: ink, green: ink, blue: ink), on: Color(red: box, green: box, blue: box))
        }
        #expect(abs(worst(255, on: 0) - 21) < 1e-9)
        #expect(abs(worst(0x76, on: 255) - 4.54) < 0.01 && abs(worst(0x77, on: 255) - 4.48) < 0.01)
        #expect(worst(9, on: 9) == 1)
        let half = Color(red: 0, green: 0, blue: 0, alpha: 128)
        #expect(Contrast.worst(.white, on: half) < 4.1 && Contrast.worst(.white, on: half) > 3.9)
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Themes").path

    @Test func whatIsShippedIsInOrder() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
        #expect(files == ["ancestor.ini", "high-contrast.ini", "light.ini"])
        for file in files {
            let text = try String(contentsOfFile: Self.folder + "/" + file, encoding: .utf8)
            let theme = try Theme(ini: text, file: file)
            #expect(theme.warnings == [], "\(file)")
            if file == "ancestor.ini" {
                #expect(theme == .standard)
                #expect(ThemeKey.all.allSatisfy { text.contains("\n\($0.name) =") })
            } else {
                #expect(theme != .standard)
            }
            guard file == "high-contrast.ini" else { continue }
            for section in Theme.Section.allCases {
                let look = theme[section: section]
                #expect(Contrast.worst(look.inkColor, on: look.boxColor) >= 7)
                #expect(Contrast.worst(look.detailColor, on: look.boxColor) >= 7)
            }
        }
    }
}
