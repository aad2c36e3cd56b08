/// The program's version.
enum Version {
    static let text = "0.1.0"
}

/// What `hud --help` prints.
enum Help {
    static let text = """
        usage: hud COMMAND [OPTIONS]

          hud show [TEXT]            one HUD; returns when it has gone
          hud run TEXT -- CMD...     a spinner while CMD runs, then check or cross; ends as CMD does
          hud progress [TEXT]        lines on standard input drive a progress: 42, 42%, 0.42, 13/40, each with a
                                     label after it or not; PROGRESS 42, MSG text, QUIT
          hud render [TEXT] -o FILE  the same picture without a display
          hud gate -- CMD...         input is held off while CMD runs; no HUD; ends as CMD does
          hud theme show|check FILE  every key of a theme with its value and meaning; what is wrong in a file
          hud doctor                 every display and input device: what would be used, and what is missing
          hud restore                puts back what two killed processes left
          hud --help | --version

        what it looks like (show, run, progress, render):
          --text TEXT         the text, also one that begins with a dash
          --icon NAME|FILE    check (default), cross, info, warning, busy, none, or a PNG file
          --detail TEXT       smaller, below the text
          --lines N           lines that a text too wide for the screen may take, 1 to 9 (default 1); its own
                              line breaks are kept; what has no room ends in an ellipsis
          --for TIME          from the first frame to its leaving, as 600ms or 2s (default: the theme's, 600ms), or
                              auto: by the text's length
          --theme FILE|NAME   an INI file, or ancestor, light, high-contrast (default: /etc/kiosk-hud/theme.ini
                              if it exists, else ancestor)
          --anchor PLACE      center, top, top-right, right, bottom-right, bottom, bottom-left, left, top-left
          --scale N           pixels per point, 1 to 8 (default: what suits the display)
          --font FILE         the label's face (default: DejaVu Sans Bold)

        show, run, progress:
          --display WHERE     auto (default), plane[:CARD], kms[:CARD], fb[:PATH], png:PATH; also HUD_DISPLAY
          --lease-fd N        on planes that the program which owns the display has lent: an inherited DRM lease
          --drm-fd N          on planes of the program which owns the display, by the inherited descriptor with which
                              it is DRM master
          --output CONNECTOR  HDMI-A-1 and the like, as hud doctor names them (default: all that are lit)
          --rotate DEGREES    clockwise, 0, 90, 180, 270; auto (default): as the panel is mounted
          --bell              rings the console's bell when it appears
          --verbose           says what was chosen and why

        show:
          --json              at the end prints what became of input, one object on one line

        run, progress:
          --grace TIME        what is over within this is never seen (default 0)
          --least TIME        seen for at least so long (default: run 0, progress 600ms)
          --max N             progress: what numbers are parts of (default 100)
          --progress          run: percentages in what CMD prints drive a progress
          --done TEXT         run: said at the end, when CMD has ended well
          --failed TEXT       run: said at the end, when it has not

        input (show, run, progress, gate):
          --input POLICY      of every key, button and touch: block (thrown away), hold (delivered when the HUD
                              leaves) or pass (left alone); default: hold what scanners say, block the rest
          --input-rule RULE   of single devices, the first that fits: POLICY:KEY=PATTERN[,KEY=PATTERN]...
                              with kind, name, bus, vendor, product, path or udev; repeatable; for doctor, too;
                              more, a line each, in /etc/kiosk-hud/input.rules
          --max-block TIME    input is held off no longer (default: show 30s; gate as long as CMD runs)
          --settle TIME       how long a key that is held at the end is waited for (default 5s)
          --forbid CHORD      one that does not let input go and end the show: console (Ctrl+Alt+Fn), reboot
                              (Ctrl+Alt+Del), sysrq, panic (Backspace+Escape+Enter); repeatable

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
