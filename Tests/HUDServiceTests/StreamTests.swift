import Glibc
import HUDService
import HUDSystem
import TestSupport
import Testing

/// Lines as they come through a pipe.
struct StreamTests {
    private func lines(of pieces: [[UInt8]]) throws -> [String] {
        let pipe = try Pipe()
        let inlet = FileDescriptor(owning: dup(pipe.inlet), path: "inlet")
        pipe.closeInlet()
        var reader = LineReader()
        var lines: [String] = []
        func take(_ line: [Unicode.Scalar], _: TerminalLine.Ending) {
            lines.append(String(String.UnicodeScalarView(line)))
        }
        for piece in pieces {
            try inlet.write(piece)
            #expect(try reader.read(from: pipe.outlet, take))
        }
        _ = consume inlet
        #expect(try !reader.read(from: pipe.outlet, take))
        return lines
    }

    private func lines(of pieces: [String]) throws -> [String] {
        try lines(of: pieces.map { Array($0.utf8) })
    }

    @Test func linesAreWholeHoweverTheyCome() throws {
        #expect(try lines(of: ["4", "2\n1", "\r\n", "\n7%\r8%", " x"]) == ["42", "1", "7%", "8% x"])
        #expect(try lines(of: ["grö", "ße\n"]) == ["größe"])
        #expect(try lines(of: [String]()) == [])
    }

    @Test func aCharacterMayComeInPieces() throws {
        let bytes = Array("größe 漢字 🙂 x\n".utf8)
        for piece in 1...5 {
            let pieces = stride(from: 0, to: bytes.count, by: piece).map {
                Array(bytes[$0..<min($0 + piece, bytes.count)])
            }
            #expect(try lines(of: pieces) == ["größe 漢字 🙂 x"])
        }
        // What is no UTF-8 is repaired, and the text goes on; an end in the middle of a character is an end.
        #expect(
            try lines(of: [[0x61, 0xC3], [0x62, 0xFF, 0x80, 0x63, 0x0A]]) == ["a\u{FFFD}b\u{FFFD}\u{FFFD}c"])
        #expect(try lines(of: [[0x61, 0xE6, 0xBC]]) == ["a\u{FFFD}"])
    }

    @Test func aLineWithoutEndIsCut() throws {
        let long = String(repeating: "x", count: 30_000)
        let lines = try lines(of: [long, long, "\n42\n"])
        #expect(lines.count == 2 && lines[0].count == TerminalLine.longest && lines[1] == "42")
    }

    @Test func aByteOrderMarkIsNoText() throws {
        #expect(try lines(of: ["\u{FEFF}42\n\u{FEFF}7\n"]) == ["42", "\u{FEFF}7"])
    }

    @Test func psplashEndsItsCommandsWithNUL() throws {
        #expect(try lines(of: ["PROGRESS 4", "2\0MSG a b\0QUIT\0"]) == ["PROGRESS 42", "MSG a b", "QUIT"])
    }

    /// Each way in which programs draw over what they have drawn: the line as it was, and as it is.
    @Test(
        arguments: [
            ("41%\r42%", ["41%", "42%"]),
            ("\r41%\r42%", ["41%", "42%"]),
            (" 41%\u{8}\u{8}\u{8}\u{8} 42%", [" 41%", " 42%"]),
            (
                "Tables:  1/16\u{8}\u{8}\u{8}\u{8}\u{8}     \u{8}\u{8}\u{8}\u{8}\u{8} 2/16\n",
                ["Tables:  1/16", "Tables:  2/16"]
            ),
            ("41%\u{1B}[K\r42%\u{1B}[K", ["41%", "42%"]),
            ("41%\r\u{1B}[2K42%", ["41%", "42%"]),
            ("41%\u{1B}[1G42%", ["41%", "42%"]),
            ("41%\u{1B}[G42%", ["41%", "42%"]),
            ("at 41%\u{1B}[3D42%", ["at 41%", "at 42%"]),
            ("at:\u{1B}[2C41%\u{1B}[6G42%\n", ["at:  41%", "at:  42%"]),
            ("41%\n\u{1B}[1A42%\n\u{1B}[A\u{1B}[K43%\n", ["41%", "42%", "43%"]),
            (
                "\u{1B}7\u{1B}[24;0f\u{1B}[42mProgress: [ 41%]\u{1B}[0m\u{1B}8text\n",
                ["Progress: [ 41%]", "text"]
            ),
            ("\u{1B}[?25l\u{1B}[32m4\u{1B}[1m1\u{1B}[0m%\u{1B}(B\n", ["41%"]),
            ("\u{1B}]0;title 7%\u{7}41%\n", ["41%"]),
            ("\u{1B}]9;4;1;41\u{1B}\\x\n", ["41%", "x"]),
            ("\u{1}41%\u{2}\u{7}\n", ["41%"]),
            // An escape sequence that is none does not swallow what follows.
            ("\u{1B}[\n41%\n\u{1B}]0;no end\n42%\n", ["41%", "42%"]),
        ]) func aRedrawnLineIsTakenBefore(_ text: String, _ wanted: [String]) throws
    {
        #expect(try lines(of: [text]) == wanted)
        // Byte by byte.
        #expect(try lines(of: text.utf8.map { [$0] }) == wanted)
    }

    /// Whatever comes, in whatever pieces, it comes to an end and to the same lines.
    @Test func anythingIsTheSameInAnyPieces() {
        var random = Seeded()
        let bytes: [UInt8] =
            Array("0123456789 %/\r\n\u{8}\u{1B}[]KGADm;\u{0}é漢\u{7}XQ".utf8) + [0xFF, 0xC3, 0xF0, 0x9B]
        for _ in 0..<3_000 {
            let input = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                bytes.randomElement(using: &random)!
            }
            var (whole, pieces) = (TerminalLine(), TerminalLine())
            var (first, second): ([[Unicode.Scalar]], [[Unicode.Scalar]]) = ([], [])
            whole.take(input) { line, _ in first.append(line) }
            for byte in input { pieces.take([byte]) { line, _ in second.append(line) } }
            whole.end { line, _ in first.append(line) }
            pieces.end { line, _ in second.append(line) }
            #expect(first == second, "\(random): \(input)")
        }
    }

    /// Megabytes without a line end, and many small changes of a long line, are read in a moment.
    @Test(arguments: ["x", "1%", "9%\u{8}", "\u{1B}[9999C5%\u{1B}[D", "\u{0}", "漢\u{8}\u{8}"])
    func hugeInputIsNoTrouble(_ piece: String) {
        let bytes = Array(repeatElement(Array(piece.utf8), count: 2_000_000 / piece.utf8.count).joined())
        var line = TerminalLine()
        var printed = PrintedProgress()
        let clock = ContinuousClock()
        let time = clock.measure {
            line.take(bytes) { text, _ in _ = printed.part(in: text) }
            line.end { text, _ in _ = printed.part(in: text) }
        }
        #expect(time < .seconds(20), "\(time)")
    }
}
