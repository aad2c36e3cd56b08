import KioskHUD

/// `hud run`: a spinner while a command runs, then a check mark or a cross by how it ended, which is passed on.
enum RunCommand {
    static func run(_ words: [String]) throws(Failure) -> Int32 {
        let taking =
            HUDOptions.taking + StageOptions.taking + StageOptions.takingTimes + ["--done", "--failed"]
        guard let end = separator(in: words, taking), end + 1 < words.count else {
            throw Failure(ExitCode.usage, "which command? for example: hud run Copying -- cp a b")
        }
        let arguments = try Arguments(
            Array(words[..<end]), taking: taking,
            repeating: StageOptions.repeating, flags: StageOptions.flags + ["--progress"])
        var request = try HUDOptions.request(arguments, usually: .busy)
        try StageOptions.apply(arguments, to: &request)
        // Nobody knows how long it takes.
        if arguments.text("--max-block") == nil { request.input.maxBlock = .max }

        var show = CommandShow(Array(words[(end + 1)...]), request)
        show.done = try arguments.text("--done").map(LabelText.checked)
        show.failed = try arguments.text("--failed").map(LabelText.checked)
        if arguments.text("--for") != nil { show.stay = request.duration }
        show.readsProgress = arguments.has("--progress")
        switch show.run(report: StageOptions.report) {
        case .ended(let status): return status
        case .notStarted(let message, let isMissing): throw Failure(isMissing ? 127 : 126, message)
        }
    }

    /// Where the `--` stands that comes before the command: one after an option that takes a value is its value.
    private static func separator(in words: [String], _ taking: [String]) -> Int? {
        var index = 0
        while index < words.count {
            if words[index] == "--" { return index }
            index += taking.contains(words[index]) ? 2 : 1
        }
        return nil
    }
}
