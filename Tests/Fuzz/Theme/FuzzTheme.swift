import FuzzDriver
import HUDScene

/// Any text for a theme: one that says the same when it is written and read again, or an error that says where.
@main enum FuzzTheme {
    static func main() {
        fuzz { data, count in
            FuzzTheme.take(String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self))
            return 0
        }
    }

    private static func take(_ text: String) {
        do throws(ThemeError) {
            let theme = try Theme(ini: text, file: "theme")
            _ = theme.warnings
            for section in Theme.Section.allCases {
                let look = theme[section: section]
                precondition((16...1000).contains(look.boxSize) && (1...9).contains(look.labelLines))
                precondition(look.appearDuration >= 0 && look.leaveDuration <= 10_000_000_000)
            }
            let again: Theme
            do throws(ThemeError) {
                again = try Theme(ini: theme.ini, file: "again")
            } catch {
                preconditionFailure("what was written cannot be read: \(error)")
            }
            precondition(again == theme, "what was written is another theme")
        } catch {
            precondition(error.line > 0 && error.description.hasPrefix("theme, line "))
        }
    }
}
