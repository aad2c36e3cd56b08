import CJansson
import Glibc
import HUDSystem

/// A JSON value that is made to be printed.
enum JSON {
    case text(String)
    case number(Int)
    case array([JSON])
    /// In the order in which they are printed.
    case object([(String, JSON)])

    /// On one line.
    var line: String {
        let value = made
        defer { json_decref(value) }
        guard let text = json_dumps(value, 0) else { return "" }
        defer { free(text) }
        return JSON.escaped(String(cString: text))
    }

    /// Jansson escapes only what JSON forbids, and a terminal obeys some more characters. They can stand in texts only, so
    /// escapes are valid in their place.
    private static func escaped(_ line: String) -> String {
        guard line.unicodeScalars.contains(where: MessageText.isUnsafe) else { return line }
        var result = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            guard MessageText.isUnsafe(scalar) else {
                result.append(scalar)
                continue
            }
            for unit in scalar.utf16 {
                let digits = String(unit, radix: 16)
                let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                result.append(contentsOf: escape.unicodeScalars)
            }
        }
        return String(result)
    }

    /// Jansson's value, which the caller owns.
    private var made: UnsafeMutablePointer<json_t>? {
        switch self {
        case .text(let text): return json_string(text)
        case .number(let number): return json_integer(json_int_t(number))
        case .array(let values):
            let array = json_array()
            for value in values { json_array_append_new(array, value.made) }
            return array
        case .object(let members):
            let object = json_object()
            for (name, value) in members { json_object_set_new(object, name, value.made) }
            return object
        }
    }
}
