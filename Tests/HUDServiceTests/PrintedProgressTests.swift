import Foundation
import HUDService
import TestSupport
import Testing

/// How far a program has come, by what it prints for people.
struct PrintedProgressTests {
    private func part(_ line: String) -> Double? {
        var printed = PrintedProgress()
        return printed.part(in: Array(line.unicodeScalars))
    }

    @Test(
        arguments: [
            ("12%", 0.12), (" 12.5 % done", 0.125), ("[####  ] 33%|", 0.33), ("400%", 1), ("150 %", 1),
            ("%", nil), ("abc%", nil), ("no", nil), ("1.2.3%", nil), ("", nil), ("100%", 1), ("-5%", 0),
            ("nan%", nil), ("1e999%", nil), (String(repeating: "9", count: 400) + "%", 1),
            // As other languages write them: comma, spaces that break no line, signs, digits, the sign before.
            ("42,5%", 0.425), ("42,5 %", 0.425), ("42,5\u{A0}%", 0.425), ("42,5\u{202F}%", 0.425),
            ("\u{664}\u{662}\u{66B}\u{665}\u{66A}", 0.425), ("\u{6F4}\u{6F2}\u{66A}", 0.42),
            ("\u{200F}\u{664}\u{662}\u{200F}\u{66A}", 0.42), ("４２％", 0.42), ("４２．５％", 0.425),
            ("42\u{FE6A}", 0.42),
            ("%42", 0.42), ("%42,5 tamamlandı", 0.425), ("\u{66A}\u{664}\u{662}", 0.42),
            ("\u{967}\u{968}%", 0.12),
            ("已完成42%", 0.42), ("42％完成", 0.42), ("Загружено 42,5 %", 0.425), ("\u{2212}3\u{A0}%", 0),
            // The number that is meant.
            ("42% done, cpu 97%", 0.42), ("cpu 97%, 42% done", 0.42), ("CPU: 97% | 42%", 0.42),
            ("cpu 97%", nil),
            ("mem=55% cpu=97% progress=42%", 0.42), ("42% (battery 80%)", 0.42), ("1% of 7%", 0.01),
            ("file 80%, total 42%", 0.42), ("buffer   2% full,  21% done", 0.21), ("0% packet loss", nil),
            ("Writing:       8736s   62.0%   fifo  95%  buf  50%", 0.62),
            ("99.65% of uncompressed size", nil),
            ("muxing overhead: 9.190914%", nil),
            ("2011/16384 files (0.0% non-contiguous), 15558/65536 blocks", nil),
            ("19.1 MiB =>   5.75 MiB 30%", nil), ("[=> ] 42%", 0.42),
            ("0%...10%...20%", 0.2), ("10% 20% 30%", 0.3), ("0% |====| 42%", 0.42),
            ("url?a=%20b%41", nil), ("50%.txt  7%", 0.07), ("printf %5d", nil), ("v42%x", nil),
            // Shares of a whole.
            ("[12/345] CC x.o", 12.0 / 345), ("(1/4) installing", 0.25),
            ("Writing inode tables:  4/16", 0.25),
            ("   8.8/16.9 MB 200.5 MB/s eta 0:00:01", 8.8 / 16.9), ("1,5 MB/3,0 MB", 0.5),
            ("file 3 of 12", 0.25),
            ("12/01 04:32:38 [NOTICE]", nil), ("(0/0/0 errors)", nil), ("1/2 MB/s", nil), ("[7/3]", nil),
            ("to-chk=1/2", nil), ("a/b 1/2", nil), ("1 of 1", nil), ("[0/0]", nil), ("42% (1/7)", 0.42),
            // Certain programs.
            ("pmstatus:hello:40.0000:Installing hello (amd64)", 0.4),
            ("dlstatus:1:12.5:Retrieving file 1 of 9", 0.125),
            (" 47 19.0M   47 9179k    0     0  9742k      0  0:00:02 --:--:--  0:00:02 9734k", 0.47),
            ("42", 0.42),
            ("  7 ", 0.07), ("101", nil), ("42 files", nil), ("0.5", 0.005), ("-1", nil),
        ] as [(String, Double?)]) func theNumberThatIsMeantIsFound(_ line: String, _ wanted: Double?)
    {
        let found = part(line)
        if let wanted {
            #expect(abs((found ?? -1) - wanted) < 1e-9, "\(found as Any)")
        } else {
            #expect(found == nil)
        }
    }

    /// A bare number is none beside lines that say more.
    @Test func bareNumbersCountAlone() {
        var printed = PrintedProgress()
        #expect(printed.part(in: Array("7".unicodeScalars)) == 0.07)
        #expect(printed.part(in: Array("50%".unicodeScalars)) == 0.5)
        #expect(printed.part(in: Array("7".unicodeScalars)) == nil)
    }

    @Test func anythingIsAPartOrNothing() {
        var random = Seeded()
        let letters = Array(
            "0123456789.,%/+- :=()[]of\u{66A}\u{66B}\u{664}４％\u{A0}ekMB漢é\u{FEFF}".unicodeScalars)
        for _ in 0..<20_000 {
            let line = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                letters.randomElement(using: &random)!
            }
            var printed = PrintedProgress()
            if let part = printed.part(in: line) { #expect((0...1).contains(part), "\(random): \(line)") }
            if let part = ProgressLine(String(String.UnicodeScalarView(line)))?.part {
                #expect((0...1).contains(part), "\(random): \(line)")
            }
        }
    }

    // MARK: - Recordings of real programs (Printed/capture.py)

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Printed")

    /// All that is shown of a recording, each change once, in hundredths.
    private static func shown(_ name: String) throws -> [Double] {
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
        var (line, printed) = (TerminalLine(), PrintedProgress())
        var parts: [Double] = []
        func take(_ text: [Unicode.Scalar], _: TerminalLine.Ending) {
            guard let part = printed.part(in: text) else { return }
            let hundredths = (part * 1000).rounded() / 10
            if parts.last != hundredths { parts.append(hundredths) }
        }
        line.take(bytes, take)
        line.end(take)
        return parts
    }

    /// One way through: it begins low, never goes back, and ends at the end.
    static let single = [
        "rsync.pipe", "rsync.tty", "pv-n.pipe", "pv-n.tty", "wget.pipe", "wget.tty",
        "wget-bar.pipe",
        "wget-bar.tty", "curl.pipe", "curl.tty", "curl-bar.pipe", "curl-bar.tty", "7z.pipe", "7z.tty",
        "scp.tty",
        "sftp.tty", "unsquashfs.tty", "ninja.pipe", "ninja.tty", "make.pipe", "make.tty", "tqdm.pipe",
        "tqdm.tty",
        "pip.tty", "ddrescue.pipe", "ddrescue.tty", "mksquashfs.tty",
    ]

    @Test(arguments: single) func aRecordingGoesFromLowToHigh(_ name: String) throws {
        let shown = try PrintedProgressTests.shown(name)
        #expect(shown == shown.sorted(), "\(name): \(shown)")
        #expect(shown.count >= 3 && shown[0] <= 40 && (shown.last ?? 0) >= 93, "\(name): \(shown)")
    }

    /// Several ways through, each from low to high.
    @Test(arguments: ["git.pipe", "git.tty", "par2.pipe", "e2fsck.tty", "partclone.tty"])
    func aRecordingHasItsParts(_ name: String) throws {
        let shown = try PrintedProgressTests.shown(name)
        let falls = zip(shown, shown.dropFirst()).count { $0 > $1 }
        #expect(shown.count >= 2 && falls <= 2 && shown.last == 100, "\(name): \(shown)")
    }

    /// Other programs, and what is shown of each. Some print no progress that says how much there is to do.
    @Test(
        arguments: [
            ("pv.tty", [52, 100]), ("mbuffer.tty", [21, 42, 63, 84]), ("mbuffer.pipe", [21, 42, 63, 84]),
            ("apt-status.pipe", [0, 100, 0, 20, 40, 60, 80]), ("dd.pipe", []), ("dd.tty", []),
            ("ffmpeg.pipe", []), ("ffmpeg-progress.tty", []), ("dpkg-status.pipe", []), ("zstd.pipe", []),
            ("xorriso.pipe", [62]), ("mkisofs.pipe", [76.7]), ("e2fsck.pipe", [8.8, 100]),
            ("badblocks.pipe", [0]), ("aria2.tty", [47, 93]), ("partclone.pipe", [100, 1, 0, 100]),
            ("bmaptool.tty", [2, 7, 16, 25, 34, 41, 51, 60, 62, 71, 80, 89, 99, 100]), ("mke2fs.pipe", [0]),
            ("dcfldd.tty", [83]), ("pip.pipe", [100]), ("e2fsck-fd.pipe", []), ("mksquashfs.pipe", [100]),
            (
                "apt.tty",
                [
                    0, 93, 98, 0, 50, 82, 0, 100, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75,
                    80, 85, 90, 95, 100, 0, 20, 40, 60, 80,
                ]
            ), ("7z-x.pipe", [0, 80, 96]), ("aria2.pipe", [48, 97]),
        ] as [(String, [Double])]) func aRecordingShows(_ name: String, _ wanted: [Double]) throws
    {
        let shown = try PrintedProgressTests.shown(name)
        #expect(shown == wanted, "\(shown)")
    }
}
