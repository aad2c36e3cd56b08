import Foundation
import HUDText
import Testing

/// The fonts that `install-dependencies.sh test` installs, and no other that this machine may have.
enum TestFonts {
    static let devanagari = "/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf"
    static let tamil = "/usr/share/fonts/truetype/lohit-tamil/Lohit-Tamil.ttf"
    static let thai = "/usr/share/fonts/truetype/tlwg/Loma-Bold.ttf"
    static let chinese = "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"
    static let emoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"

    static let all = [devanagari, tamil, thai, chinese, emoji]

    /// A library that finds these, and the default face.
    static func library(_ files: [String] = all) throws -> (FontLibrary, Face) {
        let missing = files.filter { !FileManager.default.isReadableFile(atPath: $0) }
        try #require(missing == [], "missing: deploy/install-dependencies.sh test")
        let library = try FontLibrary(fallback: .files(files))
        return (library, try #require(library.defaultFace(), "no face: apt install fonts-dejavu-core"))
    }
}

/// A font file taken apart, to be put together in another way.
struct FontFile {
    private let version: Data
    var tables: [String: Data] = [:]

    init(_ path: String) throws {
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        version = file.prefix(4)
        for entry in stride(from: 12, to: 12 + 16 * Int(file[5]), by: 16) {
            let (offset, length) = (file.number(entry + 8, 4), file.number(entry + 12, 4))
            tables[String(decoding: file[entry..<entry + 4], as: UTF8.self)] =
                Data(file[offset..<offset + length])
        }
    }

    func write(to path: String) throws {
        var directory = version
        directory.append(words: [tables.count, 0, 0, 0])
        var body = Data()
        for (tag, table) in tables.sorted(by: { $0.key < $1.key }) {
            let offset = 12 + 16 * tables.count + body.count
            directory.append(contentsOf: tag.utf8)
            directory.append(words: [0, 0, offset >> 16, offset, table.count >> 16, table.count])
            body.append(table)
            body.append(Data(count: (4 - table.count % 4) % 4))
        }
        try (directory + body).write(to: URL(fileURLWithPath: path))
    }

    /// Takes a glyph's outline away; it keeps its advance.
    mutating func empty(glyph: Int) {
        let isLong = tables["head"]![51] == 1
        let size = isLong ? 4 : 2
        let loca = tables["loca"]!
        tables["loca"]!.replaceSubrange(
            glyph * size..<(glyph + 1) * size, with: loca[(glyph + 1) * size..<(glyph + 2) * size])
    }

    /// Leaves the font these characters, in order, as `face` draws them behind an "x".
    mutating func keep(_ characters: [Unicode.Scalar], of face: Face) throws {
        var map = Data()
        let count = characters.count
        map.append(words: [0, 1, 3, 10, 0, 12])
        map.append(words: [12, 0, 0, 16 + 12 * count, 0, 0, 0, count])
        for character in characters {
            let glyphs = face.line("x\(character)", size: 16).shaped
            let glyph = Int(
                try #require(glyphs.first { $0.cluster > 0 || glyphs.count > 1 && $0 != glyphs[0] }?.index))
            let code = Int(character.value)
            map.append(words: [code >> 16, code, code >> 16, code, 0, glyph])
        }
        tables["cmap"] = map
    }

    /// Gives a glyph two layers: the first red, the second half transparent green.
    mutating func color(glyph: Int, with layers: (Int, Int)) {
        var layered = Data()
        layered.append(words: [0, 1, 0, 14, 0, 20, 2])
        layered.append(words: [glyph, 0, 2])
        layered.append(words: [layers.0, 0, layers.1, 1])
        tables["COLR"] = layered
        var palette = Data()
        palette.append(words: [0, 2, 1, 2, 0, 14, 0])
        palette.append(contentsOf: [0, 0, 255, 255, 0, 255, 0, 128])
        tables["CPAL"] = palette
    }
}

extension Data {
    /// Numbers of two bytes, the higher byte first.
    mutating func append(words: [Int]) {
        for word in words { append(contentsOf: [UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)]) }
    }

    func number(_ offset: Int, _ bytes: Int) -> Int {
        self[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) }
    }
}
