#!/bin/bash
# Fuzzes the label, the PNG loader and the themes' parser, with AddressSanitizer and its search for leaks: the corpus first, then what
# libFuzzer makes of it.
#
#   Tests/Fuzz/run.sh [SECONDS]   for each target (5; 60 with HUD_SOAK=1)
set -euo pipefail

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
seconds=${1:-$([ "${HUD_SOAK:-}" = 1 ] && echo 60 || echo 5)}
swift=$(command -v swift || echo /usr/libexec/swift/bin/swift)
build=${HUD_FUZZ_BUILD:-$here/.build}
finds=${HUD_FUZZ_FINDS:-$here/../../out/fuzz}
mkdir -p "$finds"

# gold, which Swift takes by default, fails on these objects, and Debian 13's lld on Debian 13's libFuzzer.
linker() {
    local trial candidate
    trial=$(mktemp -d)
    echo '@_cdecl("LLVMFuzzerTestOneInput") public func take(_: UnsafePointer<UInt8>, _: Int) -> CInt { 0 }' \
        >"$trial/trial.swift"
    for candidate in lld bfd; do
        "${swift}c" -parse-as-library "-sanitize=fuzzer,address" -use-ld=$candidate -o "$trial/trial" \
            "$trial/trial.swift" >"$trial/said" 2>&1 && break
        candidate=
    done
    [ -n "$candidate" ] || tail -1 "$trial/said" >&2
    rm -rf "$trial"
    echo "$candidate"
}
linker=$(linker)
if [ -z "$linker" ]; then
    echo "fuzz: this Swift cannot link libFuzzer" >&2
    exit 1
fi
flags=(
    --package-path "$here" --scratch-path "$build" --configuration release
    -Xswiftc "-sanitize=fuzzer,address" -Xswiftc "-use-ld=$linker"
)

# fontconfig keeps distances in place of pointers, which the search for leaks cannot follow.
quiet=$(mktemp)
trap 'rm -f "$quiet"' EXIT
echo 'leak:libfontconfig' >"$quiet"
export LSAN_OPTIONS=suppressions=$quiet:print_suppressions=0

# SwiftPM does not build them anew where what KioskHUD exports again has changed.
rm -rf "$build"/release/Fuzz*.build

for target in Label PNG Theme; do
    "$swift" build "${flags[@]}" --product "Fuzz$target" 2>&1 | grep -vE '^\[|^Building|^Build of' || true
    program=$build/release/Fuzz$target
    new=$(mktemp -d)
    log=$finds/$target.log
    # Swift's own backtraces hang on a crash under a fuzzer.
    if ! SWIFT_BACKTRACE=enable=no "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
        -artifact_prefix="$finds/$target-" "$new" "$here/Corpus/${target,,}" >"$log" 2>&1; then
        grep -E 'ERROR|SUMMARY|Fatal error|Test unit written' "$log" >&2 || tail -5 "$log" >&2
        echo "fuzz: $target fails; more in $log, again with: $program FILE" >&2
        exit 1
    fi
    rm -rf "$new"
    echo "fuzz: $target: $(sed -n 's/^Done \([0-9]*\) runs in \([0-9]*\) second.*/\1 runs in \2 s, nothing found/p' "$log")"
done
