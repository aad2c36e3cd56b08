/// One of the things that `hud` does: how it is written, what it takes, and what does it.
struct Subcommand: Sendable {
    /// "show", or "theme check".
    let name: String
    /// What follows besides options: "[TEXT]".
    let operands: String
    /// What it does, in a few words.
    let summary: String
    let groups: [OptionGroup]
    /// Whether words after `--` are a command that it runs.
    let takesCommand: Bool
    let perform: @Sendable (Arguments) throws(Failure) -> Int32

    init(
        _ name: String, _ operands: String, _ summary: String, _ groups: [OptionGroup],
        takesCommand: Bool = false, perform: @escaping @Sendable (Arguments) throws(Failure) -> Int32
    ) {
        self.name = name
        self.operands = operands
        self.summary = summary
        self.groups = groups + [OptionGroup(heading: "", options: [OptionTable.help])]
        self.takesCommand = takesCommand
        self.perform = perform
    }

    var options: [Option] { groups.flatMap(\.options) }

    /// "hud show [TEXT]".
    var synopsis: String { "hud \(name)" + (operands.isEmpty ? "" : " \(operands)") }

    /// Every one, in the order of the help.
    static let all: [Subcommand] = [
        Subcommand(
            "show", "[TEXT]", "one HUD; returns when it has gone",
            [
                OptionTable.look, OptionTable.place, OptionTable.inputLimits("30s"),
                OptionGroup(
                    heading: "what is told",
                    options: [
                        Option("--json", "at the end prints what became of input, one object on one line")
                    ]),
            ], perform: ShowCommand.run),
        Subcommand(
            "run", "[TEXT] -- CMD...", "a spinner while CMD runs, then check or cross; ends as CMD does",
            [
                OptionGroup(
                    heading: "the command",
                    options: [
                        Option("--progress", "percentages in what CMD prints drive a progress"),
                        Option(
                            "--done", "TEXT", "said at the end, when CMD has ended well", mayBeEmpty: true),
                        Option("--failed", "TEXT", "said at the end, when it has not", mayBeEmpty: true),
                    ] + OptionTable.times("0ms")),
                OptionTable.commandLook, OptionTable.place, OptionTable.inputLimits("as long as CMD runs"),
            ], takesCommand: true, perform: RunCommand.run),
        Subcommand(
            "progress", "[TEXT]",
            "lines on standard input drive a progress: 42, 42%, 0.42, 13/40, each with a label after it or not; # text; what psplash, zenity --progress and dialog --gauge are told",
            [
                OptionGroup(
                    heading: "the progress",
                    options: [
                        Option("--max", "N", "what numbers are parts of (default 100)"),
                        Option(
                            "--fifo", "PATH",
                            "a FIFO to read from in place of standard input, made if there is none: its writers may come and go, as psplash-write does"
                        ),
                    ] + OptionTable.times("the theme's, 600ms")),
                OptionTable.progressLook, OptionTable.place, OptionTable.inputLimits("30s"),
            ], perform: ProgressCommand.run),
        Subcommand(
            "render", "[TEXT] -o FILE", "the same picture without a display",
            [
                OptionGroup(
                    heading: "the picture",
                    options: [
                        Option("-o", "FILE", "a PNG of one moment"),
                        Option("--frames", "DIR", "a PNG of each frame, at 60 a second"),
                        Option("--progress", "N", "a progress in the icon's place: 42%, 0.42, 13/40"),
                        Option("--at", "TIME", "the moment (default: when it has come to rest)"),
                        Option("--size", "WxH", "of the screen (default 1280x800)"),
                        Option("--background", "WHAT", "#rrggbb or a PNG file (default #808080)"),
                        Option("--verbose", "says what could not be drawn as asked"),
                    ]), OptionTable.look,
            ], perform: RenderCommand.run),
        Subcommand(
            "gate", "-- CMD...", "input is held off while CMD runs; no HUD; ends as CMD does",
            [OptionTable.inputLimits("as long as CMD runs")], takesCommand: true, perform: GateCommand.run),
        Subcommand(
            "theme show", "", "every key of a theme with its value and meaning",
            [OptionGroup(heading: "options", options: [OptionTable.theme])], perform: ThemeCommand.show),
        Subcommand(
            "theme check", "FILE|NAME", "what is wrong in a theme, or hard to read", [],
            perform: ThemeCommand.check),
        Subcommand(
            "doctor", "", "every display and input device: what would be used, and what is missing",
            [OptionGroup(heading: "input", options: OptionTable.devices)], perform: DoctorCommand.run),
        Subcommand(
            "restore", "", "puts back what two killed processes left", [], perform: RestoreCommand.run),
    ]
}
