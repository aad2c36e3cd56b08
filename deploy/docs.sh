#!/bin/bash
# The library's documentation, a site for each module, from what a release build left; warnings are errors.
# Usage: docs.sh SWIFT DIRECTORY
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools=$(dirname "$(readlink -f "$1")")
target=$2
# Debian's package of the compiler has neither.
for tool in swift-symbolgraph-extract docc; do
    if ! [ -x "$tools/$tool" ]; then
        echo "docs: $tool is not beside $1; the documentation needs swift.org's toolchain" >&2
        exit 1
    fi
done

includes=(-I .build/release/Modules)
for folder in Sources/C*/; do includes+=(-I "$folder"); done
# The build writes the map of the module that has sources.
includes+=(-Xcc -fmodule-map-file=.build/release/CLinux.build/module.modulemap)
read -ra cflags <<<"$(pkg-config --cflags libdrm freetype2 fribidi harfbuzz inih jansson libpng libunibreak)"
for flag in "${cflags[@]}"; do includes+=(-Xcc "$flag"); done

graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
mkdir -p "$target"
for module in HUDPixels HUDText HUDImage HUDScene HUDDisplay HUDInput HUDStage HUDService; do
    mkdir "$graphs/$module" "$graphs/$module/$module.docc"
    "$tools/swift-symbolgraph-extract" -module-name "$module" "${includes[@]}" \
        -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public -output-dir "$graphs/$module"
    # What an extension adds to another module's type is documented there.
    "$tools/docc" convert "$graphs/$module/$module.docc" --fallback-display-name "$module" \
        --fallback-bundle-identifier "kiosk-hud.$module" --additional-symbol-graph-dir "$graphs/$module" \
        --output-path "$target/$module" --warnings-as-errors
done
echo "docs: $target"
