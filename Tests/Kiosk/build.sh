#!/bin/bash
# Builds what a virtual kiosk boots: Debian's own kernel and an initramfs, into a cache outside the tree.
# Prints the directory that holds `vmlinuz` and `initrd`. A second run finds the stamp and returns at once.
# Nothing is installed, and no root is needed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KIOSK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kiosk-hud}
meta=${KIOSK_KERNEL_PACKAGE:-linux-image-amd64}
jobs=$(nproc)

# Loaded by the guest's init, or by a test when it wants them.
modules=(
    virtio_pci virtio_console 9pnet_virtio 9p overlay
    evdev uinput uhid virtio_input psmouse usbhid hid_generic hid_multitouch xhci_pci
    virtio_gpu bochs vfb drm_kms_helper drm_shmem_helper
)

fail() {
    echo "kiosk: $*" >&2
    exit 1
}
say() { echo "kiosk: $*" >&2; }

need() {
    local missing=() tool package
    while read -r tool package; do
        # The last two are in a directory that an ordinary user's PATH often lacks.
        PATH=$PATH:/usr/sbin:/sbin command -v "$tool" >/dev/null || missing+=("$package")
    done <<-'END'
		qemu-system-x86_64 qemu-system-x86
		gcc gcc
		make make
		cpio cpio
		xz xz-utils
		flock util-linux
		apt-get apt
		depmod kmod
		modprobe kmod
	END
    [ -x /bin/busybox ] || missing+=(busybox-static)
    [ -e /usr/include/linux/uinput.h ] || missing+=(linux-libc-dev)
    [ -e /usr/include/libdrm/drm.h ] || missing+=(libdrm-dev)
    [ -e /usr/lib/x86_64-linux-gnu/libc.a ] || missing+=(libc6-dev)
    if [ ${#missing[@]} -gt 0 ]; then
        fail "missing packages; try: apt-get install $(printf '%s\n' "${missing[@]}" | sort -u | xargs)"
    fi
    # A dynamic busybox would start and find no libc in the initramfs.
    if LC_ALL=C ldd /bin/busybox >/dev/null 2>&1; then
        fail "/bin/busybox is not static; try: apt-get install busybox-static"
    fi
}

# The packages that belong together: one version of one kernel, from the same source.
resolve() {
    image=$(apt-cache depends --important "$meta" 2>/dev/null |
        sed -n 's/^ *Depends: \(linux-image-.*\)/\1/p' | head -1)
    [ -n "$image" ] || fail "apt knows no $meta; try: apt-get update"
    version=$(apt-cache policy "$image" | sed -n 's/^ *Candidate: //p')
    if [ -z "$version" ] || [ "$version" = "(none)" ]; then
        fail "apt has no $image to download; try: apt-get update"
    fi
    release=${image#linux-image-}
    series=$(cut -d. -f1,2 <<<"$release")
}

download() {
    local package=$1 file
    file=$(find "$cache/debs" -name "${package}_*.deb" -print -quit)
    if [ -z "$file" ]; then
        (cd "$cache/debs" &&
            apt-get -qq -o APT::Sandbox::User=root download "$package=$version" >apt.log 2>&1) ||
            fail "cannot download $package $version: $(tail -1 "$cache/debs/apt.log"); try: apt-get update"
        file=$(find "$cache/debs" -name "${package}_*.deb" -print -quit)
    fi
    [ -n "$file" ] || fail "apt-get download left no $package"
    echo "$file"
}

unpack() {
    local file
    file=$(download "$1") # an assignment of its own, or set -e would not see it fail
    dpkg -x "$file" "$2"
}

# The kernel's headers name each other by absolute paths: point them at where they were unpacked.
unpack_headers() {
    local root=$1 package
    unpack "linux-headers-$release" "$root"
    for package in $(apt-cache depends --important "linux-headers-$release=$version" |
        sed -n 's/^ *Depends: \(linux-\(headers\|kbuild\)-.*\)/\1/p'); do
        unpack "$package" "$root"
    done
    sed -i "s|^include /usr/src|include $root/usr/src|" "$root/usr/src/linux-headers-$release/Makefile"
}

# `vkms` is as it ships. `vkms-alpha` also takes plane alpha, an order of planes and scaling, as the display
# engines of small boards do. Its composer knows no scaling and must not read past the picture: dst is held to
# the size of src there.
patch_vkms() {
    local file=$1/vkms_plane.c
    sed -i -e '0,/#include <drm\/drm_atomic.h>/s//&\n#include <drm\/drm_blend.h>/' \
        -e 's/^\([\t ]*\)drm_plane_helper_add(&plane->base, .*);/&\
\1drm_plane_create_alpha_property(\&plane->base);\
\1drm_plane_create_zpos_property(\&plane->base, type == DRM_PLANE_TYPE_PRIMARY ? 0 : 1 + index % 8, 0, 9);/' \
        -e '0,/DRM_PLANE_NO_SCALING/s//1/' "$file"
    sed -i -e '0,/DRM_PLANE_NO_SCALING/s//INT_MAX/' \
        -e 's/^\([\t ]*\)memcpy(&frame_info->dst, &new_state->dst.*/&\
\1frame_info->dst.x2 = min(frame_info->dst.x2,\
\1\1frame_info->dst.x1 + (drm_rect_width(\&new_state->src) >> 16));\
\1frame_info->dst.y2 = min(frame_info->dst.y2,\
\1\1frame_info->dst.y1 + (drm_rect_height(\&new_state->src) >> 16));/' \
        "$file"
    if grep -q DRM_PLANE_NO_SCALING "$file" ||
        ! grep -q create_zpos "$file" || ! grep -q 'dst.y2 = min' "$file"; then
        fail "vkms of kernel $release is not the one that is known here: patch_vkms must learn it"
    fi
}

build_vkms() {
    local root=$1 work=$2 compiler variant headers=$1/usr/src/linux-headers-$release
    unpack_headers "$root"
    unpack "linux-source-$series" "$work"
    tar -C "$work" -xf "$work/usr/src/linux-source-$series.tar.xz" --strip-components=4 \
        "linux-source-$series/drivers/gpu/drm/vkms"
    rm -rf "${work:?}/usr"
    # A module wants the compiler of its kernel; another gcc is near enough for a test.
    compiler=$(sed -n 's/^CC = .*\(gcc-[0-9]*\)$/\1/p' "$headers/.kernelvariables")
    command -v "${compiler:-gcc}" >/dev/null || compiler=gcc
    for variant in vkms vkms-alpha; do
        [ $variant = vkms ] || cp -r "$work/vkms" "$work/$variant"
    done
    patch_vkms "$work/vkms-alpha"
    for variant in vkms vkms-alpha; do
        make -s -j"$jobs" -C "$headers" M="$work/$variant" CC="${compiler:-gcc}" \
            CONFIG_DRM_VKMS=m CONFIG_DEBUG_INFO_BTF_MODULES= modules >"$work/make.log" 2>&1 ||
            fail "$variant.ko does not build: $(grep -m1 -iE 'error|not found' "$work/make.log" ||
                tail -1 "$work/make.log")"
    done
}

build_kernel() {
    local out=$1 root work name file
    root=$(mktemp -d "$cache/unpack.XXXXXX")
    work=$(mktemp -d "$cache/vkms.XXXXXX")
    # shellcheck disable=SC2064 # the names as they are now
    trap "rm -rf '$root' '$work'" EXIT
    say "building vkms for kernel $release ($version)"
    unpack "$image" "$root"
    [ -e "$root/lib" ] || ln -s usr/lib "$root/lib"
    # Only the files' order and built-in lists are packed; without modules.dep nothing can be looked up.
    depmod -b "$root" "$release"
    build_vkms "$root" "$work"

    rm -rf "$out"
    mkdir -p "$out/modules"
    cp "$root/boot/vmlinuz-$release" "$out/vmlinuz"
    local list="$work/list"
    for name in "${modules[@]}"; do
        modprobe -d "$root" -S "$release" --show-depends "$name" >>"$list" 2>"$work/modprobe.log" ||
            fail "kernel $release has no module $name: $(tail -1 "$work/modprobe.log")"
    done
    sed -n 's/^insmod \([^ ]*\).*/\1/p' "$list" | sort -u | while read -r file; do
        cp "$file" "$out/modules/"
    done
    find "$out/modules" -name '*.xz' -exec xz -d {} +
    cp "$root/lib/modules/$release/modules."{order,builtin} "$out/"
    if [ -e "$root/lib/modules/$release/modules.builtin.modinfo" ]; then
        cp "$root/lib/modules/$release/modules.builtin.modinfo" "$out/"
    fi
    cp "$work/vkms/vkms.ko" "$out/modules/vkms.ko"
    cp "$work/vkms-alpha/vkms.ko" "$out/vkms-alpha.ko"
    rm -rf "$root" "$work"
    trap - EXIT
}

build_initramfs() {
    local kernel=$1 out=$2 root source
    root=$(mktemp -d "$cache/initramfs.XXXXXX")
    # shellcheck disable=SC2064
    trap "rm -rf '$root'" EXIT
    mkdir -p "$root"/{bin,dev,proc,sys,lower,upper,new,kiosk/bin,"lib/modules/$release"}
    cp /bin/busybox "$root/bin/busybox"
    cp /bin/busybox "$root/kiosk/busybox"
    cp "$here/guest/init" "$root/init"
    chmod 755 "$root/init"
    cp "$kernel/vkms-alpha.ko" "$root/kiosk/"
    cp "$kernel"/modules/*.ko "$kernel"/modules.* "$root/lib/modules/$release/"
    depmod -b "$root" "$release"
    for source in "$here"/guest/*.c; do
        gcc -O2 -Wall -Wextra -Werror -static -I/usr/include/libdrm "$source" \
            -o "$root/kiosk/bin/$(basename "$source" .c)" ||
            fail "cannot compile $source"
    done
    mkdir -p "$out"
    cp "$kernel/vmlinuz" "$out/vmlinuz"
    # Not compressed: to unpack it costs the emulated machine more than to load it.
    (cd "$root" && find . | cpio --quiet -o -H newc -R 0:0) >"$out/initrd.new"
    mv "$out/initrd.new" "$out/initrd"
    rm -rf "$root"
    trap - EXIT
}

# What can change without a word from apt: its lists' date, the scripts, busybox. Asking apt takes a second.
quick_key() {
    { echo "$meta" && stat -c %Y /var/lib/apt/lists && cat "$here/build.sh" "$here"/guest/* /bin/busybox; } |
        sha256sum | cut -c1-16
}

# Two trees with different scripts keep a result each; older ones go, but not one that is about to be booted.
prune() {
    find "$cache" -maxdepth 1 -name "$1-*" -mmin +600 -printf '%T@ %p\n' | sort -rn | tail -n +4 |
        cut -d' ' -f2- | xargs -r rm -rf
}

main() {
    local quick kernel boot
    need
    PATH=$PATH:/usr/sbin:/sbin
    mkdir -p "$cache/debs"
    quick="$cache/quick-$(quick_key)"
    if [ -e "$quick" ] && boot=$(cat "$quick") && [ -e "$boot/initrd" ]; then
        echo "$boot"
        return
    fi
    exec 8>"$cache/build.lock"
    flock 8
    resolve
    kernel="$cache/kernel-$(echo "$release $version" | cat - "$here/build.sh" | sha256sum | cut -c1-16)"
    if [ ! -e "$kernel/stamp" ]; then
        # The epoch's colon is not in a file's name.
        find "$cache/debs" -name '*.deb' ! -name "*_${version#*:}_*" -delete
        build_kernel "$kernel"
        touch "$kernel/stamp"
    fi
    boot="$cache/boot-$({ echo "$kernel" && cat "$here"/guest/* /bin/busybox; } | sha256sum | cut -c1-16)"
    [ -e "$boot/initrd" ] || build_initramfs "$kernel" "$boot"
    echo "$boot" >"$quick.new"
    mv "$quick.new" "$quick"
    prune kernel
    prune boot
    prune quick
    echo "$boot"
}

main
