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
          hud theme show|check FILE  every key of a theme with its value and meaning; what is wrong in a file
          hud doctor                 every display and input device: what would be used, and what is missing
          hud restore                puts back what two killed processes left
          hud --help | --version

        what it looks like (show, render):
          --icon NAME|FILE    check (default), cross, info, warning, busy, none, or a PNG file
          --detail TEXT       smaller, below the text
          --lines N           lines that a text too wide for the screen may take, 1 to 9 (default 1); its own
                              line breaks are kept; what has no room ends in an ellipsis
          --for TIME          from the first frame to its leaving, as 600ms or 2s (default: the theme's, 600ms)
          --theme FILE|NAME   an INI file, or ancestor, light, high-contrast (default: /etc/kiosk-hud/theme.ini
                              if it exists, else ancestor)
          --anchor PLACE      center, top, top-right, right, bottom-right, bottom, bottom-left, left, top-left
          --scale N           pixels per point, 1 to 8 (default: what suits the display)
          --font FILE         the label's face (default: DejaVu Sans Bold)

        show:
          --display WHERE     auto (default), plane[:CARD], kms[:CARD], fb[:PATH], png:PATH; also HUD_DISPLAY
          --output CONNECTOR  HDMI-A-1 and the like, as hud doctor names them (default: the first that is lit)
          --rotate DEGREES    clockwise, 0, 90, 180, 270; auto (default): as the panel is mounted
          --input POLICY      block (default): keyboards, pointers and touch are held off; pass: left alone
          --settle TIME       how long a key that is held at the end is waited for (default 5s)
          --verbose           says what was chosen and why

        render:
          -o FILE             a PNG of one moment
          --frames DIR        a PNG of each frame, at 60 a second
          --progress N        a progress in the icon's place: 42%, 0.42, 13/40
          --at TIME           the moment (default: when it has come to rest)
          --size WxH          of the screen (default 1280x800)
          --background WHAT   #rrggbb or a PNG file (default #808080)

        exit codes: 0 shown and gone; 64 usage; 65 bad data; 66 no such file; 69 no display; 70 a bug;
        74 input/output; 75 display busy, try later; 77 not permitted; 78 bad configuration; 128+n ended by signal n

        """
}
