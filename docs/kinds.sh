#!/bin/bash
# Makes kinds.png: every kind of HUD in one picture, each over those before it.
#
#   docs/kinds.sh [OPTION...]   hud render's options, such as --theme light
set -euo pipefail

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
hud=${HUD:-$here/../.build/release/hud}
out=${OUT:-$here/kinds.png}
scale=${SCALE:-1}
below=(--background '#7c8fa6' --size "$((480 * scale))x$((400 * scale))")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
printf '[hud]\nbox-color = #00000000\nlabel-size = 72\n' >"$dir/bare.ini"
"$hud" render '★' --icon none --theme "$dir/bare.ini" -o "$dir/logo.png" --size 96x96 --background '#d05030'

add() { # ANCHOR ARGUMENT...
    "$hud" render --scale "$scale" --anchor "$1" "${below[@]}" -o "$dir/next.png" "${@:2}"
    mv "$dir/next.png" "$dir/picture.png"
    below=(--background "$dir/picture.png")
}
add top-left Tagged "$@"
add top "Not for sale" --icon cross "$@"
add top-right Information --icon info "$@"
add left "No paper" --icon warning "$@"
add center "Printing" --icon busy "$@"
add right "Update" --progress 13/40 --detail "13 of 40 files" "$@"
add bottom-left "My shop" --icon "$dir/logo.png" "$@"
add bottom $'Only a\nlabel' --icon none "$@"
add bottom-right "Welcome" --icon info --detail "We close at six" "$@"
mv "$dir/picture.png" "$out"
