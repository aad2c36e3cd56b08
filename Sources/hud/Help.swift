/// The program's version.
enum Version {
    static let text = "0.1.0"
}

/// What `hud --help` prints.
enum Help {
    static let text = """
        usage: hud COMMAND [OPTIONS]

          hud show [TEXT]            one HUD; returns when it has gone
          hud render [TEXT] -o FILE  the same picture without a display
          hud doctor                 every display and input device: what would be used, and what is missing
          hud restore                puts back what two killed processes left
          hud --help | --version

        what it looks like (show, render):
          --icon NAME|FILE    check (default), cross, info, warning, none, or a PNG file
          --lines N           lines that a text too wide for the screen may take, 1 to 9 (default 1); its own
                              line breaks are kept; what has no room ends in an ellipsis
          --for TIME          from the first frame to its leaving: 600ms (default), 2s
          --scale N           pixels per point, 1 to 8 (default: what suits the display)
          --font FILE         the label's face (default: DejaVu Sans Bold)

        show:
          --display WHERE     auto (default), plane[:CARD], kms[:CARD], fb[:PATH], png:PATH; also HUD_DISPLAY
          --lease-fd N        on a plane that the program which owns the display has lent: an inherited DRM lease
          --output CONNECTOR  HDMI-A-1 and the like, as hud doctor names them (default: all that are lit)
          --rotate DEGREES    clockwise, 0, 90, 180, 270; auto (default): as the panel is mounted
          --input POLICY      block (default): keyboards, pointers and touch are held off; pass: left alone
          --settle TIME       how long a key that is held at the end is waited for (default 5s)
          --verbose           says what was chosen and why

        render:
          -o FILE             a PNG of one moment
          --frames DIR        a PNG of each frame, at 60 a second
          --at TIME           the moment (default: when it has come to rest)
          --size WxH          of the screen (default 1280x800)
          --background WHAT   #rrggbb or a PNG file (default #808080)

        exit codes: 0 shown and gone; 64 usage; 65 bad data; 66 no such file; 69 no display; 70 a bug;
        74 input/output; 75 display busy, try later; 77 not permitted; 128+n ended by signal n

        """
}
