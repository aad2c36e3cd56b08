#!/bin/bash
# A virtual kiosk for a person: play.sh [DIRECTORY-OF-HUD] [WORD...]; words are boot.sh's, such as
# display=vkms. A window where there is one to be had; with KIOSK_VNC=1 the screen is at localhost:5900; else
# this terminal has the guest's shell, and what the screen shows can be saved with: play.sh picture FILE.ppm
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KIOSK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kiosk-hud}
qemu=${KIOSK_QEMU:-qemu-system-x86_64}

if [ "${1:-}" = picture ]; then
    [ -S "$cache/play/qmp.sock" ] || { echo "kiosk: none is playing" >&2 && exit 69; }
    file=$(realpath -m "${2:?which file}")
    python3 - "$cache/play/qmp.sock" "$file" <<-'END'
		import json, socket, sys
		line = socket.socket(socket.AF_UNIX)
		line.connect(sys.argv[1])
		talk = line.makefile("rw")
		talk.readline()
		for order in ({"execute": "qmp_capabilities"},
		              {"execute": "screendump", "arguments": {"filename": sys.argv[2]}}):
		    print(json.dumps(order), file=talk, flush=True)
		    answer = json.loads(talk.readline())
		    if "error" in answer:
		        sys.exit("kiosk: " + answer["error"]["desc"])
	END
    exit
fi

words=()
if [ $# -gt 0 ] && [ -d "$1" ]; then
    words+=("path=$(realpath "$1")")
    shift
fi
has() { "$qemu" -display help 2>/dev/null | grep -qx "$1"; }
if [ -n "${KIOSK_VNC:-}" ]; then
    words+=(window=vnc)
    echo "The screen is at localhost:5900 (VNC)."
elif [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && has gtk; then
    words+=(window=gtk)
elif [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && has sdl; then
    words+=(window=sdl)
else
    echo "No window here (a desktop and qemu-system-gui make one; KIOSK_VNC=1 is the other way)."
    echo "The screen as a picture, from another terminal: $here/play.sh picture screen.ppm"
fi
rm -rf "$cache/play"
mkdir -p "$cache/play"
cat <<'END'
This terminal gets the guest's shell. Try:  hud show Tagged
It ends with: exit (or Ctrl-A, then X). The guest sees this machine's files and keeps no change to them.
END
exec "$here/boot.sh" "$cache/play" shells=tty1,ttyS0 "${words[@]}" "$@"
