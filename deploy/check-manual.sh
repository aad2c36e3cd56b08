#!/bin/bash
# Every option that the program's help names for a command, and none other, is in that command's manual page and in
# the completions.
#
#   deploy/check-manual.sh PROGRAM DIRECTORY   of deploy/manual.sh
set -euo pipefail

program=$1
target=$2
read -ra emulator <<<"${HUD_RUN:-}"
failed=0
# shellcheck source=/dev/null
. "$target/hud.bash"

hud() { "${emulator[@]}" "$program" "$@"; }
same() { # WHAT WANTED GOT
    [ "$2" != "$3" ] || return 0
    echo "check-manual: $1"
    diff <(echo "$2") <(echo "$3") || true
    failed=1
}

for command in show run progress render gate "theme show" "theme check" doctor restore; do
    read -ra words <<<"$command"
    wanted=$(hud help "${words[@]}" | sed -n 's/^  \(-[-a-z]*\).*/\1/p' | sort)
    [ -n "$wanted" ]
    page=$target/hud-${words[0]}.1
    # The part of the page that speaks of this command: its section, where it has several.
    part=$(man -E ascii -P cat -l "$page" 2>/dev/null | sed 's/.\x08//g')
    [ ${#words[@]} = 1 ] || part=$(sed -n "/^   hud $command$/,/^   hud \|^[A-Z]/{/^   hud $command$/d;/^   hud /q;p}" <<<"$part")
    same "hud-${words[0]}(1) of hud $command" "$wanted" \
        "$(sed -n 's/^       \(-[-a-z]*\)\( .*\)\?$/\1/p' <<<"$part" | sort)"
    COMP_WORDS=(hud "${words[@]}" "") COMP_CWORD=$((${#words[@]} + 1))
    _hud
    same "bash's completion of hud $command" "$wanted" "$(printf '%s\n' "${COMPREPLY[@]}" | sort)"
    same "zsh's completion of hud $command" "$wanted" \
        "$(sed -n "/^    \"$command *\"\*)/,/;;/s/^ *'\*\?\(-[-a-z]*\)\[.*/\1/p" "$target/_hud" | sort)"
done
# Every command of the help is one of those above.
same "commands" "$(hud --help | grep -c '^  hud [a-z]')" 10
[ $failed = 0 ] || exit 1
echo "check-manual: pages and completions name the options of the help"
