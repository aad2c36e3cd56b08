#!/bin/bash
# Builds and tests the tree in a Debian 13 root with that release's own Swift: the proof that the sources need
# nothing newer. Nothing is installed: packages are unpacked outside the tree, once; a second run starts at once.
#
#   deploy/debian13.sh             build and test
#   deploy/debian13.sh COMMAND...  run COMMAND in the root instead, at the tree, which is read-only there
set -euo pipefail

suite=trixie
packages=(
    base-files bash dash coreutils findutils grep sed mawk pkgconf binutils
    swiftlang libc6-dev libstdc++-14-dev
    libdrm-dev libfreetype-dev libfribidi-dev libharfbuzz-dev libinih-dev libjansson-dev libpng-dev libunibreak-dev
    fonts-dejavu-core
    fontconfig fonts-lohit-deva fonts-lohit-taml fonts-tlwg-loma-ttf fonts-wqy-microhei fonts-noto-color-emoji
)
script=$(realpath "${BASH_SOURCE[0]}")
tree=$(dirname "$(dirname "$script")")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kiosk-hud/debian13
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
apt=$cache/apt

say() { echo "debian13: $*" >&2; }
fail() {
    say "$*"
    exit 1
}

# In namespaces of its own, where mounts are seen by no other process; an ordinary user is root in there.
enter() {
    local options=(--mount)
    [ "$(id -u)" = 0 ] || options+=(--user --map-root-user)
    unshare "${options[@]}" true 2>/dev/null || fail "needs root, or a kernel that lets users make namespaces"
    exec unshare "${options[@]}" env KIOSKHUD_NAMESPACE=1 "$script" "$@"
}

# An apt that knows an empty Debian 13 and leaves the machine's own alone.
configure_apt() {
    mkdir -p "$apt"/{lists/partial,cache/archives/partial,state}
    : >"$apt/state/status"
    echo "deb [signed-by=$keyring] $mirror $suite main" >"$apt/sources.list"
    cat >"$apt/apt.conf" <<-END
		#clear APT::Update::Post-Invoke;
		#clear APT::Update::Post-Invoke-Success;
		#clear DPkg::Post-Invoke;
		#clear APT::Architectures;
		APT::Architecture "$(dpkg --print-architecture)";
		APT::Install-Recommends "false";
		APT::Sandbox::User "root";
		Acquire::Languages "none";
		Acquire::Retries "3";
		Dir::State "$apt/state";
		Dir::State::Lists "$apt/lists";
		Dir::State::status "$apt/state/status";
		Dir::Cache "$apt/cache";
		Dir::Etc::SourceList "$apt/sources.list";
		Dir::Etc::SourceParts "-";
		Dir::Etc::Preferences "-";
		Dir::Etc::PreferencesParts "-";
	END
    export APT_CONFIG=$apt/apt.conf
}

# The packages and all that they depend on, unpacked; no maintainer script runs.
make_root() {
    local new=$cache/root.new directory file
    [ -e "$keyring" ] || fail "$keyring is missing; try: apt-get install debian-archive-keyring"
    say "making a Debian 13 root in $cache (some 700 MB to fetch, once)"
    rm -rf "$cache/root" "$new" "$apt"
    configure_apt
    apt-get -qq update
    apt-get -qq --yes --download-only install "${packages[@]}" >"$apt/log" 2>&1 || fail "$(tail -3 "$apt/log")"
    mkdir -p "$new"
    for directory in bin sbin lib lib64; do
        mkdir -p "$new/usr/$directory"
        ln -s "usr/$directory" "$new/$directory"
    done
    # What tests never look at is most of what there is to write.
    for file in "$apt"/cache/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$file" |
            tar -x -C "$new" --no-same-owner --keep-directory-symlink --exclude='./usr/share/doc/*' \
                --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' -f -
    done
    rm -rf "$apt"
    mkdir -p "$new"/{dev,proc,tmp,root,build}
    echo 'root:x:0:0:root:/root:/bin/bash' >"$new/etc/passwd"
    echo 'root:x:0:' >"$new/etc/group"
    mv "$new" "$cache/root"
    echo "$key" >"$cache/stamp"
}

# The tree keeps its path, which tests find their files by.
in_root() {
    local root=$cache/root
    mkdir -p "$build"
    mount --rbind /dev "$root/dev"
    mount --rbind /proc "$root/proc"
    mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
    mount --bind "$build" "$root/build"
    mkdir -p "$root$tree" # not before: it may lie below /tmp
    mount --bind "$tree" "$root$tree"
    mount -o remount,bind,ro "$root$tree"
    # shellcheck disable=SC2016 # expanded inside
    chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" CI="${CI:-}" \
        PATH=/usr/libexec/swift/bin:/usr/bin:/bin bash -c 'cd "$1" && shift && exec "$@"' bash "$tree" "$@"
}

main() {
    local key build flags
    [ -n "${KIOSKHUD_NAMESPACE:-}" ] || enter "$@"
    mkdir -p "$cache"
    exec 8>"$cache/lock"
    flock 8
    key=$(echo "$suite ${packages[*]}" | sha256sum | cut -c1-16)
    [ "$(cat "$cache/stamp" 2>/dev/null)" = "$key" ] || make_root
    # Each tree has objects of its own, so that two of them can take turns.
    build=$cache/build/$(echo "$tree $key" | sha256sum | cut -c1-16)
    if [ $# -gt 0 ]; then
        in_root "$@"
        return
    fi
    # The flags of the Makefile.
    flags=(
        --configuration release -Xswiftc -warnings-as-errors -Xcc -Wall -Xcc -Wextra -Xcc -Werror
        --scratch-path /build
    )
    # What KioskTests see does not depend on the compiler.
    in_root bash -ec '
        swift --version 2>&1 | head -1
        swift build "$@"
        deploy/check-binary.sh /build/release/hud
        swift test --disable-xctest --disable-testable-imports --skip KioskTests "$@"
    ' bash "${flags[@]}"
}

main "$@"
