internal import CInih

extension Theme {
    /// Reads a theme: INI, keys of `ThemeKey.all`. What stands at the top or in `[hud]` holds for every kind, what stands
    /// in `[success]`, `[failure]` and so on for that kind, wherever in the file it stands.
    ///
    /// - Parameters:
    ///   - text: the file's text.
    ///   - file: what it is called, for messages.
    ///   - theme: what holds where the file says nothing.
    /// - Throws: `ThemeError` at the first line that is wrong.
    public init(ini text: String, file: String, over theme: Theme = .standard) throws(ThemeError) {
        self = theme
        let entries = try ThemeText(text).entries(file)
        for entry in entries where entry.section == nil {
            change { _ = entry.key.write(&$0, entry.value) }
        }
        for entry in entries {
            guard let section = entry.section else { continue }
            change(section) { _ = entry.key.write(&$0, entry.value) }
        }
    }

    /// The theme as a file: every key with its value and what it means, then what single kinds have of their own.
    public var ini: String {
        var lines = ["; A theme for KioskHUD. Lengths are in points.", "", "[hud]"]
        for key in ThemeKey.all {
            lines.append("; \(key.meaning): \(key.wanted)")
            lines.append(Self.line(key, base))
        }
        for section in Section.allCases {
            let own = ThemeKey.all.filter { $0.read(self[section: section]) != $0.read(base) }
            if own.isEmpty { continue }
            lines += ["", "[\(section.rawValue)]"]
            lines += own.map { Self.line($0, self[section: section]) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A line that is read as the same value again.
    private static func line(_ key: ThemeKey, _ look: Look) -> String {
        let value = key.read(look)
        if value.isEmpty { return "\(key.name) =" }
        let spaced = "\(key.name) = \(value)"
        // After a space a semicolon would begin a remark; and a value that fills a line has no room for spaces.
        let isTight = value.hasPrefix(";") || spaced.utf8.count > ThemeText.longest
        return isTight ? "\(key.name)=\(value)" : spaced
    }
}

/// What a theme's file says of one key.
private struct Entry {
    /// Nil: of every kind.
    let section: Theme.Section?
    let key: ThemeKey
    let value: String
}

/// A text that inih takes line by line, and what it makes of it.
private final class ThemeText {
    private let lines: [ArraySlice<UInt8>]
    private var line = 0
    private var found: [(section: String, name: String, value: String, line: Int)] = []
    /// What inih has room for, without the line's end.
    static let longest = 190

    init(_ text: String) {
        lines = ThemeText.lines(Array(text.utf8))
    }

    /// The lines of a file, whatever system it was written on: they end in LF, CR LF or CR.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for index in start...bytes.count {
            let isEnd = index == bytes.count
            guard isEnd || bytes[index] == 0x0A || bytes[index] == 0x0D else { continue }
            let isSecond = !isEnd && bytes[index] == 0x0A && index > 0 && bytes[index - 1] == 0x0D
            // inih takes an indented line for more of the value above it.
            if !isSecond { lines.append(bytes[start..<index].drop { $0 == 0x20 || $0 == 0x09 }) }
            start = index + 1
        }
        return lines
    }

    func entries(_ file: String) throws(ThemeError) -> [Entry] {
        for (index, line) in lines.enumerated() {
            if line.count > ThemeText.longest {
                throw ThemeError(
                    file: file, line: index + 1, fault: "is longer than \(ThemeText.longest) bytes")
            }
            if let control = ThemeText.control(in: line) {
                throw ThemeError(file: file, line: index + 1, fault: "holds a control character, \(control)")
            }
        }
        let fault = parse()
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        for item in found {
            if fault > 0, item.line > fault { break }
            func error(_ text: String) -> ThemeError { ThemeError(file: file, line: item.line, fault: text) }
            let entry = try entry(item.section, item.name, item.value, error)
            let place = "\(entry.section?.rawValue ?? "hud") \(entry.key.name)"
            if let other = places.updateValue(item.line, forKey: place) {
                throw error("\(item.name) is set already, in line \(other)")
            }
            entries.append(entry)
        }
        if fault > 0 {
            throw ThemeError(file: file, line: fault, fault: "is neither [section] nor key = value")
        }
        // Where inih has no memory, or room for shorter lines only.
        if fault < 0 || line < lines.count {
            throw ThemeError(file: file, line: 1, fault: "cannot be read for want of memory")
        }
        return entries
    }

    /// The name of a line's first control character; tabs are none.
    private static func control(in line: ArraySlice<UInt8>) -> String? {
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x09: continue
            case ..<0x20, 0x7F..<0xA0:
                let number = String(scalar.value, radix: 16, uppercase: true)
                return "U+" + String(repeating: "0", count: 4 - number.count) + number
            default: continue
            }
        }
        return nil
    }

    private func entry(
        _ section: String, _ name: String, _ value: String, _ error: (String) -> ThemeError
    ) throws(ThemeError) -> Entry {
        let known = Theme.Section(rawValue: section)
        if known == nil, section != "", section != "hud" {
            let names = ["hud"] + Theme.Section.allCases.map(\.rawValue)
            throw error("no section [\(section)]" + Nearest.hint(section, among: names))
        }
        guard let key = ThemeKey.all.first(where: { $0.name == name }) else {
            throw error("no key \(name)" + Nearest.hint(name, among: ThemeKey.all.map(\.name)))
        }
        if known != nil, key.isShared {
            throw error("\(name) is the same for every kind; it belongs into [hud]")
        }
        var trial = Look.standard
        guard key.write(&trial, value) else { throw error("\(name): \"\(value)\" is not \(key.wanted)") }
        return Entry(section: known, key: key, value: value)
    }

    /// The first line that is no INI; 0 if all are, less for another failure.
    private func parse() -> Int {
        let this = Unmanaged.passUnretained(self).toOpaque()
        let result = ini_parse_stream(
            { room, size, this in
                guard let room, let this else { return nil }
                let text = Unmanaged<ThemeText>.fromOpaque(this).takeUnretainedValue()
                return text.take(into: room, size: Int(size)) ? room : nil
            }, this,
            { this, section, name, value in
                guard let this, let section, let name, let value else { return 0 }
                let text = Unmanaged<ThemeText>.fromOpaque(this).takeUnretainedValue()
                text.found.append(
                    (String(cString: section), String(cString: name), String(cString: value), text.line))
                return 1
            }, this)
        return Int(result)
    }

    /// The next line as a C string; false at the end.
    private func take(into room: UnsafeMutablePointer<CChar>, size: Int) -> Bool {
        guard line < lines.count, size > ThemeText.longest + 1 else { return false }
        var index = 0
        for byte in lines[line] {
            room[index] = CChar(bitPattern: byte)
            index += 1
        }
        room[index] = 0x0A
        room[index + 1] = 0
        line += 1
        return true
    }
}
