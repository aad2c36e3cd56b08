/// The program's version.
enum Version {
    static let text = "0.1.0"
}

/// What `--help` prints, made from the table of commands and options.
enum Help {
    private static let width = 100
    private static let column = 26

    /// Of the program: its commands, and the options that most users need.
    static var text: String {
        var lines = ["usage: hud COMMAND [OPTIONS]", ""]
        for command in Subcommand.all { lines += entry(command.synopsis, command.summary) }
        lines += entry("hud help COMMAND", "the options of a command; hud COMMAND --help, too")
        lines += entry("hud --version", "the program's version")
        lines += ["", "what most people need (show, run, progress, render):"]
        for option in [
            OptionTable.icon, OptionTable.detail, OptionTable.time, OptionTable.theme, OptionTable.display,
            OptionTable.input, OptionTable.verbose,
        ] {
            lines += entry(option.usage, option.meaning)
        }
        lines += ["", "exit codes:"]
        lines += wrapped(
            """
            0 shown and gone; 64 usage; 65 bad data; 66 no such file; 69 no display; 70 a bug; 74 input/output; \
            75 display busy, try later; 77 not permitted; 78 bad configuration; 128+n ended by signal n
            """, indentation: 2)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Of one command.
    static func text(of command: Subcommand) -> String {
        var lines = ["usage: \(usage(of: command))", ""]
        lines += wrapped(command.summary, indentation: 0)
        for group in command.groups {
            lines.append("")
            if !group.heading.isEmpty { lines.append(group.heading + ":") }
            for option in group.options {
                lines += entry(option.usage, option.meaning + (option.isRepeatable ? "; repeatable" : ""))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Options stand before the command that is run.
    private static func usage(of command: Subcommand) -> String {
        let words = " -- CMD..."
        guard command.takesCommand, command.synopsis.hasSuffix(words) else {
            return command.synopsis + " [OPTIONS]"
        }
        return command.synopsis.dropLast(words.count) + " [OPTIONS]" + words
    }

    /// "  --icon NAME|FILE        check (default), ...", over as many lines as it takes.
    private static func entry(_ term: String, _ meaning: String) -> [String] {
        let head = "  " + term
        var lines = wrapped(meaning, indentation: column)
        if head.count < column - 1, let first = lines.first {
            lines[0] = head + first.dropFirst(head.count)
            return lines
        }
        return [head] + lines
    }

    private static func wrapped(_ text: String, indentation: Int) -> [String] {
        let margin = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, margin.count + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [margin + line]
    }
}
