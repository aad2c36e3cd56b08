#!/bin/bash
# The manual pages and the completions of bash and zsh, from what the program itself says: its help is made from the
# table of options, and these are made from its help.
#
#   deploy/manual.sh PROGRAM DIRECTORY
#
# HUD_RUN is put before PROGRAM to run it: an emulator, for another processor.
set -euo pipefail

program=$1
target=$2
sources=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")/docs/man
read -ra emulator <<<"${HUD_RUN:-}"

hud() { "${emulator[@]}" "$program" "$@"; }

# "  --icon NAME|FILE   meaning" and its lines behind, as one line: name, value, meaning, by tabs; a heading ends in a
# colon and stands alone.
table() {
    awk '
        function flush() { if (name != "") print name "\t" value "\t" meaning; name = "" }
        /^  -/ {
            flush(); line = substr($0, 3); meaning = ""
            if (match(line, /  +/)) { meaning = substr(line, RSTART + RLENGTH); line = substr(line, 1, RSTART - 1) }
            else if (length($0) >= 25 && match($0, /^  -[^ ]+ [^ ]+ /)) {
                meaning = substr(line, RLENGTH - 1); line = substr(line, 1, RLENGTH - 3) }
            split(line, part, " "); name = part[1]; value = part[2]; next }
        /^      / { sub(/^ +/, ""); meaning = meaning (meaning == "" ? "" : " ") $0; next }
        /^[^ ].*:$/ { flush(); print "#" "\t" substr($0, 1, length($0) - 1); next }
        { flush() }
        END { flush() }'
}

# What scdoc would take for markup.
escaped() { sed -e 's/[\\_*`]/\\&/g' -e 's/^\([.#]\)/\\\1/'; }

options() { # of a command, for scdoc
    hud help "$@" | table | while IFS=$'\t' read -r name value meaning; do
        if [ "$name" = "#" ]; then
            printf '## %s\n\n' "${value^}"
        else
            printf '*%s*%s\n\t%s\n\n' "$name" "${value:+ _$(escaped <<<"$value")_}" "$(escaped <<<"$meaning")"
        fi
    done
}

# The text between the line of usage and the first option.
summary() { hud help "$@" | awk 'NR > 2 { if (/^$/ || /^  -/ || /:$/) exit; printf "%s%s", (n++ ? " " : ""), $0 }'; }

synopsis() { hud help "$@" | sed -n '1s/^usage: //p'; }

page() { # NAME SECTION, from scdoc's language on standard input
    scdoc >"$target/$1.$2"
}

mapfile -t commands < <(hud --help | sed -n 's/^  hud \([a-z][a-z ]*[a-z]\)\( .*\)\?$/\1/p' |
    sed -e 's/  .*//' | grep -v '^help')
[ ${#commands[@]} -gt 0 ]

rm -rf "$target"
mkdir -p "$target"

# A page for each first word.
for word in $(printf '%s\n' "${commands[@]%% *}" | uniq); do
    of=()
    for command in "${commands[@]}"; do [ "${command%% *}" = "$word" ] && of+=("$command"); done
    {
        printf 'hud-%s(1)\n\n# NAME\n\nhud-%s - ' "$word" "$word"
        if [ ${#of[@]} = 1 ]; then
            read -ra words <<<"${of[0]}"
            summary "${words[@]}" | sed 's/[;:].*//' | escaped
        else
            echo "what hud does about its ${word}s"
        fi
        printf '\n# SYNOPSIS\n\n'
        for command in "${of[@]}"; do
            read -ra words <<<"$command"
            printf '%s\n\n' "$(synopsis "${words[@]}" | escaped | sed 's/^hud [a-z ]*[a-z]/*&*/')"
        done
        printf '# DESCRIPTION\n\n'
        for command in "${of[@]}"; do
            read -ra words <<<"$command"
            [ ${#of[@]} = 1 ] || printf '*hud %s*: ' "$command"
            printf '%s\n\n' "$(summary "${words[@]}" | escaped)"
        done
        printf '# OPTIONS\n\n'
        for command in "${of[@]}"; do
            read -ra words <<<"$command"
            [ ${#of[@]} = 1 ] || printf '## hud %s\n\n' "$command"
            options "${words[@]}"
        done
        printf '# EXIT STATUS\n\nAs in *hud*(1).\n\n# SEE ALSO\n\n*hud*(1), *hud-theme*(5), *hud-input-rules*(5), *kiosk-hud*(7)\n'
    } | page "hud-$word" 1
done

{
    sed '/^@COMMANDS@$/,$d' "$sources/hud.1.scd"
    for command in "${commands[@]}"; do
        read -ra words <<<"$command"
        printf '*hud %s*\n\t%s; *hud-%s*(1)\n\n' "$command" "$(summary "${words[@]}" | escaped)" "${command%% *}"
    done
    sed '1,/^@COMMANDS@$/d' "$sources/hud.1.scd"
} | page hud 1

{
    sed '/^@KEYS@$/,$d' "$sources/hud-theme.5.scd"
    hud theme show --theme ancestor | sed 's/^/\t/' | sed '1i ```' | sed '$a ```'
    sed '1,/^@KEYS@$/d' "$sources/hud-theme.5.scd"
} | sed 's/^\t$//' | page hud-theme 5
page hud-input-rules 5 <"$sources/hud-input-rules.5.scd"
page kiosk-hud 7 <"$sources/kiosk-hud.7.scd"

# bash and zsh
names() { table | awk -F'\t' '$1 != "#" { printf "%s ", $1 }'; }
values() { table | awk -F'\t' -v want="$1" '$1 != "#" && $2 != "" && ($2 ~ /FILE|PATH|DIR/) == want { printf "%s%s", (n++ ? "|" : ""), $1 }'; }
{
    # shellcheck disable=SC2016 # for the completion
    printf '%s\n' '# Made from the help of hud.' '_hud() {' \
        '    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]:-} options="" files="" others="" i' \
        '    COMPREPLY=()' '    for ((i = 1; i < COMP_CWORD; i++)); do' '        [ "${COMP_WORDS[i]}" != -- ] || { compopt -o default; return; }' '    done' \
        '    if [ "$COMP_CWORD" = 1 ]; then'
    # shellcheck disable=SC2016
    printf '        mapfile -t COMPREPLY < <(compgen -W "%s help --help --version" -- "$word")\n        return\n    fi\n' \
        "$(printf '%s\n' "${commands[@]%% *}" | uniq | tr '\n' ' ')"
    # shellcheck disable=SC2016
    printf '    case "$command ${COMP_WORDS[2]:-}" in\n'
    for command in "${commands[@]}"; do
        read -ra words <<<"$command"
        pattern=$command
        [ ${#words[@]} = 2 ] || pattern="$command "
        printf '        "%s"*) options="%s" files="|%s|" others="|%s|" ;;\n' "$pattern" "$(hud help "${words[@]}" | names)" \
            "$(hud help "${words[@]}" | values 1)" "$(hud help "${words[@]}" | values 0)"
    done
    # shellcheck disable=SC2016
    printf '%s\n' '        "help "*) options="'"$(printf '%s\n' "${commands[@]%% *}" | uniq | tr '\n' ' ')"'" ;;' \
        '        "theme "*) options="'"$(printf '%s\n' "${commands[@]}" | sed -n 's/^theme //p' | tr '\n' ' ')"'" ;;' '    esac' \
        '    if [[ $files == *"|$before|"* ]]; then' '        compopt -o default' '    elif [[ $others != *"|$before|"* ]]; then' \
        '        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")' \
        '    fi' '}' 'complete -F _hud hud'
} >"$target/hud.bash"
{
    # shellcheck disable=SC2016
    printf '%s\n' '#compdef hud' '# Made from the help of hud.' 'if (( CURRENT == 2 )); then'
    printf '    compadd -- %s help --help --version\n    return\nfi\n' "$(printf '%s\n' "${commands[@]%% *}" | uniq | tr '\n' ' ')"
    # shellcheck disable=SC2016
    printf 'case "$words[2] $words[3]" in\n'
    for command in "${commands[@]}"; do
        read -ra words <<<"$command"
        pattern=$command
        [ ${#words[@]} = 2 ] || pattern="$command "
        printf '    "%s"*)\n        shift %d words; (( CURRENT -= %d ))\n        _arguments \\\n' "$pattern" ${#words[@]} ${#words[@]}
        hud help "${words[@]}" | table | while IFS=$'\t' read -r name value meaning; do
            [ "$name" != "#" ] || continue
            # _arguments ends a meaning at "]" and a message at ":".
            meaning=$(sed -e "s/'/'\\\\''/g" -e 's/[][]/\\&/g' <<<"$meaning")
            repeat=""
            case $meaning in *"; repeatable") repeat="*" ;; esac
            argument=""
            case $value in
                "") ;;
                *FILE* | *PATH* | *DIR*) argument=":$value:_files" ;;
                *) argument=":${value//:/\\:}: " ;;
            esac
            printf "            '%s%s[%s]%s' \\\\\n" "$repeat" "$name" "$meaning" "${argument//\[:CARD\]/}"
        done
        # shellcheck disable=SC2016
        printf "            '*:::command:_normal' ;;\n"
    done
    printf '    "theme "*) compadd -- %s ;;\n' "$(printf '%s\n' "${commands[@]}" | sed -n 's/^theme //p' | tr '\n' ' ')"
    printf '    "help "*) compadd -- %s ;;\nesac\n' "$(printf '%s\n' "${commands[@]%% *}" | uniq | tr '\n' ' ')"
} >"$target/_hud"
