#!/bin/bash
# Installs from Debian's packages what is missing for what is asked for, and says what; says nothing when all is
# there. Debian 12 and 13.
#
#   deploy/install-dependencies.sh [build|test|kiosk|bench|deb]...   build is always meant
set -euo pipefail

say() { echo "install-dependencies: $*" >&2; }

build=(make g++ pkg-config libdrm-dev libfreetype-dev libfribidi-dev libharfbuzz-dev libinih-dev libjansson-dev
    libpng-dev libunibreak-dev libc6-dev fonts-dejavu-core)
# A virtual kiosk: QEMU, what its initramfs is made of, and what builds vkms.ko against unpacked kernel headers
# (whose objtool wants libelf at run time; the -dev package has one name on both releases).
kiosk=(qemu-system-x86 busybox-static cpio kmod xz-utils util-linux gcc make libelf-dev linux-libc-dev)
# One small font for each script that DejaVu lacks, the same on both releases: Devanagari, Tamil, Thai, and Chinese,
# Japanese and Korean in one. The emoji are the only colour bitmaps there are. fontconfig finds them.
fonts=(
    fontconfig fonts-lohit-deva fonts-lohit-taml fonts-tlwg-loma-ttf fonts-wqy-microhei fonts-noto-color-emoji
)
# Programs from which input is held off (libinput needs the properties of udev), and what makes writes fail.
test=("${kiosk[@]}" "${fonts[@]}" binutils libinput-tools shellcheck strace udev)
deb=(debhelper dpkg-dev lintian man-db scdoc)
bench=(gcc libcairo2-dev libpixman-1-dev)

wanted=("${build[@]}")
for set in "$@"; do
    case $set in
        build) ;;
        test) wanted+=("${test[@]}") ;;
        kiosk) wanted+=("${kiosk[@]}") ;;
        bench) wanted+=("${bench[@]}") ;;
        deb) wanted+=("${deb[@]}") ;;
        *)
            say "no such set: $set (build, test, kiosk, bench, deb)"
            exit 64
            ;;
    esac
done

if ! command -v swift >/dev/null; then
    # shellcheck source=/dev/null
    release=$(. /etc/os-release 2>/dev/null && echo "${ID:-} ${VERSION_ID:-}") || release=""
    if [[ $release =~ ^debian\ ([0-9]+)$ ]] && [ "${BASH_REMATCH[1]}" -ge 13 ]; then
        wanted+=(swiftlang)
    else
        say "no swift found: get Swift 6 from https://www.swift.org/install/linux/ and put it on the PATH"
        exit 69
    fi
fi

if ! command -v dpkg-query >/dev/null; then
    say "this is no Debian; what is needed, by Debian's names: ${wanted[*]}"
    exit 0
fi

# One question for all. A package may be there under another name that provides it (pkgconf for pkg-config).
declare -A present=()
while IFS='|' read -r status name provides; do
    [ "$status" = "ii " ] || continue
    present[$name]=1
    for name in ${provides//,/ }; do present[$name]=1; done
done < <(dpkg-query -W -f '${db:Status-Abbrev}|${Package}|${Provides}\n' "${wanted[@]}" pkgconf 2>/dev/null || true)

missing=()
for package in "${wanted[@]}"; do
    [ -n "${present[$package]:-}" ] || missing+=("$package")
    present[$package]=1
done

# A virtual kiosk boots a kernel that apt is asked for; it must have heard of one that can still be had.
lists=current
if [[ " ${wanted[*]} " == *" qemu-system-x86 "* ]]; then
    known=$(find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -print -quit 2>/dev/null)
    old=$(find /var/lib/apt/lists/partial -maxdepth 0 -mtime +6 2>/dev/null)
    if [ -z "$known" ] || { [ -n "$old" ] && [ ! -e "${XDG_CACHE_HOME:-$HOME/.cache}/kiosk-hud/kernel/stamp" ]; }; then
        lists=old
    fi
fi
[ ${#missing[@]} -gt 0 ] || [ $lists = old ] || exit 0

root=()
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        say "as root: apt-get update${missing[*]:+ && apt-get install ${missing[*]}}"
        exit 77
    fi
    root=(sudo)
fi
# A fresh machine knows no packages, and an old list names files that are gone.
say "bringing the list of packages up to date"
"${root[@]}" apt-get -qq update || say "that failed; going on with the old one"
[ ${#missing[@]} -gt 0 ] || exit 0
say "installing ${missing[*]}"
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "${missing[@]}"
