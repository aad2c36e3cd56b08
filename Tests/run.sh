#!/bin/bash
# Runs the built test bundle: run.sh BUNDLE [FILTER]
#
# Without a filter everything runs: first the suites on virtual kiosks that judge no timing, two machines at a time, beside
# the tests that need no kiosk; then the other kiosk suites, with this machine to themselves. With a filter (a
# regular expression, as `swift test --filter`) what it matches runs, one after the other.
set -uo pipefail

[ $# -ge 1 ] || {
    echo "usage: run.sh BUNDLE [FILTER]" >&2
    exit 64
}
run=("$1" --testing-library swift-testing)
[ $# -eq 1 ] || exec "${run[@]}" --filter "$2"

# What these judge is what was shown and what is left, with time to spare.
lanes=(
    '^KioskTests\.KioskTests/(Bochs|Refusal|SeveralDisplays|Resized)Tests/'
    '^KioskTests\.KioskTests/Vesa(8|565|24|32)Tests/'
)
logs=$(mktemp -d)
trap 'rm -rf "$logs"; kill $(jobs -p) 2>/dev/null' EXIT
status=0
jobs=()
skipped=()
for number in "${!lanes[@]}"; do
    KIOSK_SLOT=$((number + 1)) "${run[@]}" --filter "${lanes[number]}" >"$logs/$number" 2>&1 &
    jobs+=($!)
    skipped+=(--skip "${lanes[number]}")
done
"${run[@]}" --skip '^KioskTests\.' || status=1
for number in "${!lanes[@]}"; do
    wait "${jobs[number]}" || status=1
    cat "$logs/$number"
done
"${run[@]}" --filter '^KioskTests\.' "${skipped[@]}" || status=1
exit $status
