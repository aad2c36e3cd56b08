#!/bin/bash
# How long `hud` takes from exec to its first complete frame in memory, beside a C program with cairo.
#
#   Benchmarks/ColdStart/run.sh [RUNS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

built=Benchmarks/.build/release
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$built/cold-start-race" "${1:-60}" "$PWD/$built/libColdStartStopwatch.so" \
    hud .build/release/hud render Tagged --size 1280x800 -o "$out/hud.png" -- \
    "C with cairo" "$built/cold-start-cairo" Tagged 1280x800 "$out/cairo.png"
