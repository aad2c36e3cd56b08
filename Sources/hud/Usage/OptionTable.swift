import HUDScene
import KioskHUD

/// Every option there is, in the groups that commands share.
enum OptionTable {
    /// Every command's.
    static let help = Option("--help", "prints this; -h does, too")

    static let text = Option(
        "--text", "TEXT", "the text, also one that begins with a dash", mayBeEmpty: true)
    static let icon = Option(
        "--icon", "NAME|FILE", IconName.all.joined(separator: ", ") + ", or a PNG file (default check)")
    static let detail = Option("--detail", "TEXT", "smaller, below the text", mayBeEmpty: true)
    static let time = Option(
        "--for", "TIME",
        "from the first frame to its leaving, as 600ms or 2s (default: the theme's, 600ms), or auto: by the text's length"
    )
    static let theme = Option(
        "--theme", "FILE|NAME",
        "an INI file, or ancestor, light, high-contrast (default: /etc/kiosk-hud/theme.ini if it exists, else ancestor)"
    )
    static let verbose = Option("--verbose", "says what was chosen and why")

    /// What a HUD looks like, whatever its kind.
    static let texts = [
        detail,
        Option(
            "--lines", "N",
            "lines that a text too wide for the screen may take, 1 to 9 (default 1); its own line breaks are kept; what has no room ends in an ellipsis"
        ),
        theme,
        Option("--anchor", "PLACE", Anchor.allCases.map(\.rawValue).joined(separator: ", ")),
        Option("--scale", "N", "pixels per point, 1 to 8 (default: what suits the display)"),
        Option("--font", "FILE", "the label's face (default: DejaVu Sans Bold)"),
    ]
    static let look = OptionGroup(heading: "what it looks like", options: [text, icon, time] + texts)
    /// A progress has no icon and lasts as long as its input.
    static let progressLook = OptionGroup(heading: "what it looks like", options: [text] + texts)
    static let commandLook = OptionGroup(
        heading: "what it looks like",
        options: [
            text, icon,
            Option(
                "--for", "TIME",
                "how long check or cross are seen, as 600ms or 2s, or auto (default: the theme's)"),
        ] + texts)

    static let display = Option(
        "--display", "WHERE",
        "auto (default), plane[:CARD], kms[:CARD], fb[:PATH], png:PATH; also HUD_DISPLAY")
    static let place = OptionGroup(
        heading: "where",
        options: [
            display,
            Option(
                "--lease-fd", "N",
                "on planes that the program which owns the display has lent: an inherited DRM lease"),
            Option(
                "--drm-fd", "N",
                "on planes of the program which owns the display, by the inherited descriptor with which it is DRM master"
            ),
            Option(
                "--output", "CONNECTOR",
                "HDMI-A-1 and the like, as hud doctor names them (default: all that are lit)"),
            Option(
                "--rotate", "DEGREES",
                "clockwise, 0, 90, 180, 270; auto (default): as the picture below is turned"),
            Option("--bell", "rings the console's bell when it appears"),
            verbose,
        ])

    static let input = Option(
        "--input", "POLICY",
        "of every key, button and touch: block (thrown away), hold (delivered when the HUD leaves) or pass (left alone); default: hold what scanners say, block the rest"
    )
    static let devices = [
        input,
        Option(
            "--input-rule", "RULE",
            "of single devices, the first that fits: POLICY:KEY=PATTERN[,KEY=PATTERN]... with kind, name, bus, vendor, product, path or udev; more, a line each, in /etc/kiosk-hud/input.rules",
            isRepeatable: true),
    ]
    /// - Parameter block: how long input is held off where `--max-block` is not given.
    static func inputLimits(_ block: String) -> OptionGroup {
        OptionGroup(
            heading: "input",
            options: devices + [
                Option("--max-block", "TIME", "input is held off no longer (default: \(block))"),
                Option(
                    "--settle", "TIME", "how long a key that is held at the end is waited for (default 5s)"),
                Option(
                    "--forbid", "CHORD",
                    "one that does not let input go and end the show: console (Ctrl+Alt+Fn), reboot (Ctrl+Alt+Del), sysrq, panic (Backspace+Escape+Enter), power",
                    isRepeatable: true),
            ])
    }

    /// - Parameter least: how long it is seen where `--least` is not given.
    static func times(_ least: String) -> [Option] {
        [
            Option("--grace", "TIME", "what is over within this is never seen (default 0ms)"),
            Option("--least", "TIME", "seen for at least so long (default: \(least))"),
        ]
    }
}
