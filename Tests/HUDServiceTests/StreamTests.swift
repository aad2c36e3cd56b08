import HUDService
import HUDSystem
import Testing

/// Lines as they come through a pipe, and percentages in them.
struct StreamTests {
    private func lines(of pieces: [String]) throws -> [String] {
        let pipe = try Pipe()
        let inlet = FileDescriptor(owning: pipe.inlet, path: "inlet")
        var reader = LineReader()
        var lines: [String] = []
        for piece in pieces {
            try inlet.write(Array(piece.utf8))
            lines += try reader.read(from: pipe.outlet).lines
        }
        _ = consume inlet
        let last = try reader.read(from: pipe.outlet)
        #expect(!last.isOpen)
        return lines + last.lines
    }

    @Test func linesAreWholeHoweverTheyCome() throws {
        #expect(try lines(of: ["4", "2\n1", "\r\n", "\n7%\r8%", " x"]) == ["42", "1", "7%", "8% x"])
        #expect(try lines(of: ["grö", "ße\n"]) == ["größe"])
        #expect(try lines(of: []) == [])
    }

    @Test func aLineWithoutEndIsCut() throws {
        let long = String(repeating: "x", count: 30_000)
        let lines = try lines(of: [long, long, "\n42\n"])
        #expect(lines.count == 2 && lines[0].utf8.count == 16_384 && lines[1] == "42")
    }

    @Test(
        arguments: [
            ("12%", 0.12), (" 12.5 % done", 0.125), ("1% of 7%", 0.07), ("[####  ] 33%|", 0.33), ("400%", 1),
            ("%", nil), ("abc%", nil), ("no", nil), ("1.2.3%", nil), ("", nil), ("100%", 1),
        ] as [(String, Double?)])
    func percentagesAreFound(_ line: String, _ part: Double?) {
        #expect(CopiedStream.percentage(in: line) == part)
    }
}
