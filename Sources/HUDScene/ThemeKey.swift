internal import HUDPixels

/// One thing that a theme can say: what it is called, what it means, and how its values are written.
///
/// The one table of them, `all`, is what files are read by, written by, and explained by.
package struct ThemeKey: Sendable {
    /// What it is called in a theme's file.
    package let name: String
    /// What it means, in one line.
    package let meaning: String
    /// What its values look like.
    package let wanted: String
    /// Whether it is the same for every kind of HUD.
    package let isShared: Bool

    let read: @Sendable (Look) -> String
    /// False where the text is not what is wanted; then nothing is changed.
    let write: @Sendable (inout Look, String) -> Bool

    private init(
        _ name: String, _ meaning: String, wanted: String, isShared: Bool = false,
        read: @escaping @Sendable (Look) -> String, write: @escaping @Sendable (inout Look, String) -> Bool
    ) {
        self.name = name
        self.meaning = meaning
        self.wanted = wanted
        self.isShared = isShared
        self.read = read
        self.write = write
    }

    typealias Path<Value> = any WritableKeyPath<Look, Value> & Sendable

    static func number(
        _ name: String, _ path: Path<Double>, _ range: ClosedRange<Double>, _ meaning: String,
        isShared: Bool = false
    ) -> ThemeKey {
        ThemeKey(
            name, meaning,
            wanted: "a number from \(Notation.text(range.lowerBound)) to \(Notation.text(range.upperBound))",
            isShared: isShared, read: { Notation.text($0[keyPath: path]) },
            write: { look, text in
                let isNegative = text.hasPrefix("-")
                guard let size = Notation.decimal(isNegative ? text.dropFirst() : text[...]) else {
                    return false
                }
                let value = isNegative ? 0 - size : size
                guard range ~= value else { return false }
                look[keyPath: path] = value
                return true
            })
    }

    static func count(_ name: String, _ path: Path<Int>, _ range: ClosedRange<Int>, _ meaning: String)
        -> ThemeKey
    {
        ThemeKey(
            name, meaning, wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            read: { String($0[keyPath: path]) },
            write: { look, text in
                guard let value = Int(text), range ~= value else { return false }
                look[keyPath: path] = value
                return true
            })
    }

    static func time(_ name: String, _ path: Path<Int64>, atMost most: Int64, _ meaning: String) -> ThemeKey {
        ThemeKey(
            name, meaning, wanted: "a time such as 300ms or 0.3s, at most \(Notation.text(time: most))",
            read: { Notation.text(time: $0[keyPath: path]) },
            write: { look, text in
                guard let value = Notation.time(text), value <= most else { return false }
                look[keyPath: path] = value
                return true
            })
    }

    static func color(_ name: String, _ path: Path<Color>, _ meaning: String) -> ThemeKey {
        ThemeKey(
            name, meaning, wanted: "a colour, #rgb, #rrggbb or #rrggbbaa",
            read: { Notation.text($0[keyPath: path]) },
            write: { look, text in
                guard let value = Notation.color(text) else { return false }
                look[keyPath: path] = value
                return true
            })
    }

    static func text(_ name: String, _ path: Path<String>, _ meaning: String) -> ThemeKey {
        ThemeKey(
            name, meaning, wanted: "a file's path", isShared: true, read: { $0[keyPath: path] },
            write: { look, text in
                look[keyPath: path] = text
                return true
            })
    }

    static func words(_ name: String, _ path: Path<[String]>, _ meaning: String) -> ThemeKey {
        ThemeKey(
            name, meaning, wanted: "a program and its arguments, with spaces between them",
            read: { $0[keyPath: path].joined(separator: " ") },
            write: { look, text in
                look[keyPath: path] = text.split(separator: " ").map(String.init)
                return true
            })
    }

    static func choice<Value: Equatable & Sendable>(
        _ name: String, _ path: Path<Value>, _ values: [(String, Value)], _ meaning: String,
        isShared: Bool = false
    ) -> ThemeKey {
        ThemeKey(
            name, meaning, wanted: ThemeKey.list(values.map(\.0)), isShared: isShared,
            read: { look in values.first { $0.1 == look[keyPath: path] }?.0 ?? "" },
            write: { look, text in
                guard let value = values.first(where: { $0.0 == text })?.1 else { return false }
                look[keyPath: path] = value
                return true
            })
    }

    static func choice<Value: CaseIterable & RawRepresentable<String> & Equatable & Sendable>(
        _ name: String, _ path: Path<Value>, _ meaning: String, isShared: Bool = false
    ) -> ThemeKey {
        choice(name, path, Value.allCases.map { ($0.rawValue, $0) }, meaning, isShared: isShared)
    }

    /// "a, b or c".
    private static func list(_ words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
