import HUDService
import TestSupport
import Testing

struct ProgressLineTests {
    static let lines: [(String, Double?, String?)] = [
        ("42", 0.42, nil), ("42%", 0.42, nil), ("0.42", 0.42, nil), ("13/40", 0.325, nil),
        ("42.5", 0.425, nil),
        ("42.5%", 0.425, nil), ("1", 0.01, nil), ("1.0", 1, nil), ("0.0", 0, nil), ("0", 0, nil),
        ("100", 1, nil), ("250", 1, nil), ("-3", 0, nil), ("50/40", 1, nil), ("0/0", 1, nil),
        ("-1/4", 0, nil),
        ("  42  ", 0.42, nil), ("42\tCopying  files ", 0.42, "Copying  files"),
        ("42% Größe", 0.42, "Größe"), ("PROGRESS 42", 0.42, nil), ("PROGRESS 7 x", 0.07, "x"),
        // As other languages write them.
        ("42,5", 0.425, nil), ("0,42", 0.42, nil), ("42,5 % Größe", 0.425, "Größe"), ("42\u{A0}%", 0.42, nil),
        ("42 % Copying", 0.42, "Copying"), ("%42 Dosya", 0.42, "Dosya"), ("\u{664}\u{662}\u{66A}", 0.42, nil),
        ("４２％ 完成", 0.42, "完成"), ("42％完成", 0.42, "完成"), ("13 / 40 files", 0.325, "files"),
        ("42%: Copying", 0.42, "Copying"),
        ("\u{FEFF}42", 0.42, nil), ("150 %", 1, nil), ("-5 %", 0, nil),
        // As psplash, zenity and dialog are told.
        ("PROGRESS -42", 0.42, nil), ("PROGRESS 150", 1, nil), ("# Copying", nil, "Copying"),
        ("#Copying", nil, "Copying"),
        ("#", nil, ""), ("# One\\nTwo", nil, "One\nTwo"),
        // What programs print for people moves the bar and changes no label.
        ("     32,768   7%    0.00kB/s    0:00:00", 0.07, nil),
        ("Receiving objects:  42% (42/100)", 0.42, nil),
        ("[12/345] CC x.o", 12.0 / 345, nil),
        ("MSG Please wait", nil, "Please wait"), ("MSG", nil, ""), ("3 a\u{1B}[1mb", 0.03, "a [1mb"),
    ]

    @Test(arguments: lines) func isUnderstood(_ text: String, _ part: Double?, _ label: String?) throws {
        let line = try #require(ProgressLine(text))
        #expect(line.label == label && !line.isLast, "\(line)")
        if let part { #expect(abs((line.part ?? -1) - part) < 1e-12) } else { #expect(line.part == nil) }
    }

    @Test(arguments: [("42", 0.42), ("5", 0.05), ("42%", 0.42), ("13/40", 0.325), ("0.5", 0.005)])
    func hasAHundredOfItsOwn(_ text: String, _ part: Double) throws {
        // 100 said aloud is the same as not said, but for numbers with a point.
        #expect(abs(try #require(ProgressLine(text, total: 100)?.part) - part) < 1e-12)
        #expect(ProgressLine("10", total: 40)?.part == 0.25)
    }

    @Test func quitIsTheLast() throws { #expect(try #require(ProgressLine("QUIT")).isLast) }

    @Test(arguments: [
        "", "   ", "abc", "nan", "inf", "1e3", "1e999", "0x10", "%", ".", "1/", "/2", "1/2/3", "--1",
        "PROGRESS",
        "PROGRESS x", "1.2.3", "42x", "2026-12-01",
    ]) func nonsenseIsNone(_ text: String) { #expect(ProgressLine(text) == nil) }

    /// Whatever comes, a part is a part.
    @Test func anythingIsAPartOrNothing() {
        var random = Seeded()
        let letters = Array("0123456789.%/+- eExXnaNMSGQUIT\u{0}\u{7F}é漢\u{202E}")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in letters.randomElement(using: &random)!
                })
            if let part = ProgressLine(text)?.part { #expect((0...1).contains(part), "\(text), \(random)") }
            if let part = ProgressLine(text, total: 0.5)?.part {
                #expect((0...1).contains(part), "\(text), \(random)")
            }
        }
    }
}
