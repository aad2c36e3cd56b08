#!/bin/bash
# Makes the Debian package of this tree for a release of Debian, in out/. For the machine's own release it is built
# here; for another one in a root that mmdebstrap makes, once, outside the tree.
#
#   SUITE=bookworm|trixie deploy/deb.sh     the machine's own release where SUITE is not set
set -euo pipefail

tree=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kiosk-hud/deb
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

say() { echo "deb: $*" >&2; }
fail() {
    say "$*"
    exit 69
}

# shellcheck source=/dev/null
own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
suite=${SUITE:-$own}
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

make_root() {
    command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing; try: apt-get install mmdebstrap"
    say "making a root of $suite in $cache (some 700 MB to fetch, once)"
    rm -rf "$cache/$suite.new"
    local IFS=,
    mmdebstrap --quiet --variant=apt --include="${packages[*]},swiftlang" "$suite" "$cache/$suite.new" "$mirror" ||
        fail "mmdebstrap made no root"
    rm -rf "${cache:?}/$suite"
    mv "$cache/$suite.new" "$cache/$suite"
}

# The project has no address for mail; a file of overrides would not reach the -dbgsym package.
export no_address=bogus-mail-host,bogus-mail-host-in-debian-changelog
# shellcheck disable=SC2016 # expanded inside
commands='cd "$1/kiosk-hud" && dpkg-buildpackage --build=binary --no-sign --unsigned-changes "${@:2}" &&
    lintian --allow-root --fail-on error,warning --suppress-tags "$no_address" "$1"/*.changes'

copy_tree
rm -f "$build"/*.deb "$build"/*.changes "$build"/*.buildinfo
if [ "$suite" = "$own" ]; then
    absent=""
    for name in "${packages[@]}"; do
        dpkg-query -W "$name" >/dev/null 2>&1 || absent+=" $name"
    done
    [ -z "$absent" ] || fail "missing:$absent; try: apt-get install$absent"
    # What `make build` made shares its objects with all other work at the tree.
    HUD_BINARY=$tree/.build/release/hud bash -ec "$commands" bash "$build" >&2
else
    [ -d "$cache/$suite" ] || make_root
    [ "$(id -u)" = 0 ] || fail "a package for another release needs root, for its root's mounts"
    # shellcheck disable=SC2016 # expanded inside
    unshare --mount bash -ec '
        root=$1 build=$2 commands=$3
        mkdir -p "$root/package"
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        mount --bind "$build" "$root/package"
        chroot "$root" /usr/bin/env -i HOME=/root no_address="$no_address" LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/usr/libexec/swift/bin \
            bash -ec "$commands" bash /package' bash "$cache/$suite" "$build" "$commands" >&2
fi
cp "$build"/*.deb "$tree/out/"
(cd "$build" && ls -l -- *.deb)
