import HUDScene
import HUDSystem
import KioskHUD

/// How option values are written.
enum Values {
    /// A number of pixels per point, 1 to 8.
    static func scale(_ text: String) -> Double? {
        Notation.decimal(text).flatMap { Theme.scales ~= $0 ? $0 : nil }
    }

    /// A number of lines, 1 to 9.
    static func lines(_ text: String) -> Int? {
        text.utf8.count == 1 ? Int(text).flatMap { 1...9 ~= $0 ? $0 : nil } : nil
    }

    /// The number of a descriptor that is open, and not a standard stream.
    static func descriptor(_ text: String) -> Int32? {
        guard text.allSatisfy(\.isNumber), let raw = Int32(text), raw > 2 else { return nil }
        return FileDescriptor.isOpen(raw: raw) ? raw : nil
    }

    /// "1280x800", at most 64 megapixels: a picture takes four bytes a pixel, and more while it is written.
    static func size(_ text: String) -> Size? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            1...16_384 ~= width, 1...16_384 ~= height, width * height <= 64 << 20
        else { return nil }
        return Size(width: width, height: height)
    }

    /// "#rgb" or "#rrggbb".
    static func color(_ text: String) -> Color? {
        text.utf8.count > 7 ? nil : Notation.color(text)
    }

    /// How far something has come, 0...1, as `ProgressLine` understands it.
    static func progress(_ text: String) -> Double? {
        // Lines of a program may have a sign before their number, or words.
        guard let first = text.utf8.first, 0x30...0x39 ~= first || first == 0x2E,
            let line = ProgressLine(text), line.label == nil
        else { return nil }
        return line.part
    }
}
