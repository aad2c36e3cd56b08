#!/bin/bash
# The shipped program carries neither Foundation nor Swift's regular expressions, and needs no library that a kiosk is not told to have.
#
#   deploy/check-binary.sh BINARY       checks it
#   deploy/check-binary.sh --self-test  checks that the check can fail
set -euo pipefail

# README lists the packages of these.
libraries=(
    libdrm.so.2 libfreetype.so.6 libfribidi.so.0 libharfbuzz.so.0 libinih.so.1 libjansson.so.4 libpng16.so.16
    libunibreak.so.1 libunibreak.so.6 # Debian 12's and 13's
    libc.so.6 libm.so.6 libgcc_s.so.1 libstdc++.so.6 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1
)
# Foundation, FoundationEssentials, _FoundationICU and their like in Swift's mangled names, and CoreFoundation.
foundation='[0-9]_?Foundation|_CFRuntime'
# Searching a text for a text, or replacing in it, is of this module, which brings a parser of regular expressions and
# the names of all characters along: a megabyte and more.
expressions='[0-9]_StringProcessing|[0-9]_RegexParser'

check() {
    local binary=$1 library failed=0 symbols
    for library in $(readelf -dW "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        [[ " ${libraries[*]} " == *" $library "* ]] && continue
        echo "check-binary: $binary needs $library"
        failed=1
    done
    symbols=$(nm "$binary" 2>/dev/null) || true
    # A stripped program would pass whatever it holds.
    if [ -z "$symbols" ]; then
        echo "check-binary: $binary has no symbols to look at"
        failed=1
    elif grep -E -m3 "$foundation" <<<"$symbols"; then
        echo "check-binary: $binary holds Foundation"
        failed=1
    elif grep -E -m3 "$expressions" <<<"$symbols"; then
        echo "check-binary: $binary holds Swift's regular expressions"
        failed=1
    fi
    return $failed
}

self_test() {
    local dir
    dir=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$dir'" EXIT
    must() { # yes|no WHAT COMPILER-ARGUMENT... <SOURCE
        local want=$1 what=$2 got=yes
        shift 2
        gcc -x c - -o "$dir/program" "$@"
        check "$dir/program" >"$dir/said" || got=no
        [ $got = "$want" ] && return
        echo "check-binary: the check says $got to $what: $(cat "$dir/said")"
        exit 1
    }
    must yes "a plain program" <<<'int main(void) { return 0; }'
    must no "a stripped program" -s <<<'int main(void) { return 0; }'
    must no "another library" -Wl,--no-as-needed -lutil -lresolv <<<'int main(void) { return 0; }'
    # The names of Foundation.Date's and FoundationEssentials.Data's metadata.
    # shellcheck disable=SC2016
    must no Foundation <<<'int date __asm__("$s10Foundation4DateVMa") = 1; int main(void) { return 0; }'
    # shellcheck disable=SC2016
    must no FoundationEssentials <<<'int data __asm__("$s20FoundationEssentials4DataVMn") = 1; int main(void) { return 0; }'
    # shellcheck disable=SC2016
    must no "regular expressions" <<<'int parser __asm__("$s12_RegexParser6ParserVMa") = 1; int main(void) { return 0; }'
    echo "check-binary: it can fail"
}

case ${1:-} in
    --self-test) self_test ;;
    -* | "")
        echo "usage: check-binary.sh BINARY | --self-test" >&2
        exit 64
        ;;
    *) check "$1" && echo "check-binary: $1 needs the known libraries, and holds neither Foundation nor regular expressions" ;;
esac
