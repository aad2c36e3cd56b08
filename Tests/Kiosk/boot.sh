#!/bin/bash
# Boots one virtual kiosk: boot.sh DIRECTORY [WORD...] [-- QEMU-ARGUMENT...]
# DIRECTORY gets qmp.sock, agent.sock, serial.log and share/. Words: display=virtio|bochs|vkms|vkms-alpha|
# vesa565|vesa24|vesa32|vesa8|none, keyboard=virtio|ps2, size=WxH, overalloc=PERCENT, outputs=1|2 (virtio),
# window=none|gtk|sdl|vnc|socket (VNC at DIRECTORY/vnc.sock), shells=tty1,ttyS0, path=DIRECTORY.
# With KIOSK_GUARD set, the machine ends when standard input does: then no process is left that could end it.
set -euo pipefail

fail() {
    echo "kiosk: $*" >&2
    exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KIOSK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kiosk-hud}
qemu=${KIOSK_QEMU:-qemu-system-x86_64}
command -v "$qemu" >/dev/null || fail "no $qemu; try: apt-get install qemu-system-x86, or set KIOSK_QEMU"
[ $# -ge 1 ] || fail "usage: boot.sh DIRECTORY [WORD...]"
run=$1
shift

display=virtio keyboard=virtio size='' overalloc=100 outputs=1 window=none shells='' path=''
while [ $# -gt 0 ]; do
    case $1 in
    display=*) display=${1#*=} ;;
    keyboard=*) keyboard=${1#*=} ;;
    size=*) size=${1#*=} ;;
    overalloc=*) overalloc=${1#*=} ;;
    outputs=*) outputs=${1#*=} ;;
    window=*) window=${1#*=} ;;
    shells=*) shells=${1#*=} ;;
    path=*) path=${1#*=} ;;
    --)
        shift
        break
        ;;
    *) fail "boot.sh: unknown word $1" ;;
    esac
    shift
done

# From here on, and through QEMU, which takes this process over. Only while it is still the watcher's parent:
# its number may belong to another process by then.
if [ -n "${KIOSK_GUARD:-}" ]; then
    exec 3<&0 </dev/null
    (
        read -r _ <&3 || true
        read -r _ _ _ parent _ <"/proc/$BASHPID/stat"
        [ "$parent" != $$ ] || kill -9 $$
    ) &
    exec 3<&-
fi

boot=$("$here/build.sh")
mkdir -p "$run/share"
# One machine at a time: two on the same cores skip vblanks. Tests that judge no timing may run two at a time, each with a
# KIOSK_SLOT, 1 or 2, of its own. QEMU inherits the locks, so they are free when QEMU is gone.
case ${KIOSK_SLOT:-both} in
1 | both)
    exec 9>"$cache/machine.lock"
    flock 9
    ;;&
2 | both)
    exec 8>"$cache/machine2.lock"
    flock 8
    ;;
1) ;;
*) fail "KIOSK_SLOT is 1 or 2" ;;
esac

append="console=ttyS0 quiet panic=-1 mitigations=off random.trust_cpu=on consoleblank=0"
append+=" kiosk.display=$display kiosk.overalloc=$overalloc"
[ -z "$shells" ] || append+=" kiosk.shells=$shells"
[ -z "$path" ] || append+=" kiosk.path=$path"
width=${size%x*} height=${size#*x}
case $display in
virtio)
    graphics=(-vga none -device "virtio-vga,id=display,xres=${width:-1024},yres=${height:-768},max_outputs=$outputs")
    # QEMU leaves it unplugged: the kernel is told to see it.
    [ "$outputs" = 1 ] || append+=" video=Virtual-2:${width:-1024}x${height:-768}e"
    ;;
bochs) graphics=(-vga none -device "VGA,xres=${width:-1024},yres=${height:-768}") ;;
vkms | vkms-alpha)
    graphics=(-vga none)
    append+=" video=Virtual-1:${size:-640x480}"
    ;;
vesa8) graphics=(-vga std) append+=" vga=0x305" ;;
vesa565) graphics=(-vga std) append+=" vga=0x317" ;;
vesa24) graphics=(-vga std) append+=" vga=0x318" ;;
vesa32) graphics=(-vga std) append+=" vga=0x344" ;;
none) graphics=(-vga none) ;;
*) fail "boot.sh: unknown display $display" ;;
esac
input=(-device virtio-tablet-pci)
[ "$keyboard" = ps2 ] || input+=(-device virtio-keyboard-pci)
# Emulated unless asked: a /dev/kvm inside a virtual machine is often there and does not work.
accelerator=(-accel "${KIOSK_ACCEL:-tcg,thread=multi}")
serial=(-serial "file:$run/serial.log")
case $shells in *ttyS0*) serial=(-serial mon:stdio) ;; esac
case $window in
none) screen=(-display none) ;;
vnc) screen=(-display none -vnc localhost:0) ;;
socket) screen=(-display none -vnc "unix:$run/vnc.sock") ;;
*) screen=(-display "$window") ;;
esac

machine=("$qemu" -no-user-config -nodefaults -machine pc -cpu max -smp 2 -m 1024 -no-reboot
    "${accelerator[@]}" "${graphics[@]}" "${screen[@]}" "${serial[@]}" "${input[@]}"
    -kernel "$boot/vmlinuz" -initrd "$boot/initrd" -append "$append"
    -fsdev "local,id=host,path=/,security_model=none,readonly=on,multidevs=remap"
    -device "virtio-9p-pci,fsdev=host,mount_tag=host"
    -fsdev "local,id=share,path=$run/share,security_model=none,multidevs=remap"
    -device "virtio-9p-pci,fsdev=share,mount_tag=share"
    -device virtio-serial-pci -chardev "socket,id=agent,path=$run/agent.sock,server=on,wait=off"
    -device "virtserialport,chardev=agent,name=kiosk"
    -qmp "unix:$run/qmp.sock,server=on,wait=off" "$@")

exec "${machine[@]}"
