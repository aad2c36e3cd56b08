#!/bin/bash
# Makes the Debian package of this tree, built already, in out/, for the release of Debian that this machine runs.
set -euo pipefail

tree=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kiosk-hud/deb

say() { echo "deb: $*" >&2; }
fail() {
    say "$*"
    exit 69
}

# shellcheck source=/dev/null
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
case $suite in
    bookworm) number=12 ;;
    trixie) number=13 ;;
    *) fail "no such release: ${suite:-unknown} (bookworm, trixie)" ;;
esac
packages=(debhelper dpkg-dev lintian scdoc man-db make g++ pkg-config libdrm-dev libfreetype-dev libfribidi-dev
    libharfbuzz-dev libinih-dev libjansson-dev libpng-dev libunibreak-dev fonts-dejavu-core)
build=$cache/$suite-$(echo "$tree" | sha256sum | cut -c1-16)
mkdir -p "$cache" "$build/kiosk-hud" "$tree/out"
exec 8>"$cache/lock"
flock 8

# What git knows of, and only what has changed, so that a second build is short.
copy_tree() {
    local list
    list=$(mktemp)
    git -C "$tree" ls-files -co --exclude-standard | while read -r file; do
        [ ! -e "$tree/$file" ] || echo "$file"
    done >"$list"
    find "$build/kiosk-hud" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
    tar -C "$tree" -c -T "$list" -f - | tar -C "$build/kiosk-hud" -x -f -
    rm -f "$list"
    # Each release has a version of its own, the newer one's higher, so that a machine that is upgraded takes it.
    sed -i "1s/(\([^)]*\)) [^;]*/(\1~deb${number}u1) $suite/" "$build/kiosk-hud/debian/changelog"
}

# The project has no address for mail; a file of overrides would not reach the -dbgsym package.
export no_address=bogus-mail-host,bogus-mail-host-in-debian-changelog
# shellcheck disable=SC2016 # expanded inside
commands='cd "$1/kiosk-hud" && dpkg-buildpackage --build=binary --no-sign &&
    lintian --allow-root --fail-on error,warning --suppress-tags "$no_address" "$1"/*.changes'

copy_tree
rm -f "$build"/*.deb "$build"/*.changes "$build"/*.buildinfo
absent=""
for name in "${packages[@]}"; do
    dpkg-query -W "$name" >/dev/null 2>&1 || absent+=" $name"
done
[ -z "$absent" ] || fail "missing:$absent; try: apt-get install$absent"
# What `make build` made shares its objects with all other work at the tree.
HUD_BINARY=$tree/.build/release/hud bash -ec "$commands" bash "$build" >&2
cp "$build"/*.deb "$tree/out/"
(cd "$build" && ls -l -- *.deb)
