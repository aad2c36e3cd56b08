#!/bin/bash
# Makes show.webp: every frame of a spinner and of a check mark, at 60 a second, one after the other, for ever.
# It needs img2webp (Debian: webp).
#
#   docs/show.sh [OPTION...]   hud render's options, such as --theme light
set -euo pipefail

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
hud=${HUD:-$here/../.build/release/hud}
out=${OUT:-$here/show.webp}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

words=()
add() { # NAME ARGUMENT...
    mkdir "$dir/$1"
    "$hud" render --size 240x180 --background '#7c8fa6' --frames "$dir/$1" "${@:2}"
    local frames=("$dir/$1"/*.png)
    words+=(-d 17 "${frames[@]}")
    # The last one has all but gone: a pause.
    words+=(-d 600 "${frames[-1]}")
}
add busy Printing --icon busy --for 1800ms "$@"
add tagged Tagged "$@"
img2webp -loop 0 -lossless "${words[@]}" -o "$out" >/dev/null
