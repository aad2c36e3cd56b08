#!/usr/bin/env python3
"""Records what programs print about their progress, byte for byte: through a pipe (NAME.pipe) and on a terminal (NAME.tty).

    Tests/HUDServiceTests/Printed/capture.py [NAME...]     as root; needs the Debian packages that `packages` names

The tests read the recordings and not this machine, so a program that prints something new is recorded anew and looked at.
"""
import fcntl, functools, http.server, os, pty, select, shutil, struct, subprocess, sys, tempfile, termios, threading, time

packages = """rsync pv wget curl p7zip-full aria2 ffmpeg e2fsprogs git openssh-server partclone gddrescue squashfs-tools xorriso
cmake ninja-build g++ python3-tqdm python3-pip zstd dcfldd bmap-tools par2 mbuffer dosfstools""".split()

# Where a program prints more than this, the middle is left out.
LONGEST = 6_000
HERE = os.path.dirname(os.path.realpath(__file__))

# Each is a line for the shell, in a folder of its own with `big` (20 MB of noise), `tree` (2,000 files) and `image`
# (an ext4 of 64 MB).
PROGRAMS = {
    "rsync": "rm -rf copy; rsync -a --info=progress2 --bwlimit=8M big tree copy/",
    "dd": "dd if=big of=copy.dd bs=64k status=progress oflag=dsync",
    "dcfldd": "dcfldd if=big of=copy.dcfldd bs=64k sizeprobe=if",
    "pv": "pv -L 10m big >/dev/null",
    "pv-n": "pv -n -L 10m -i 0.2 big >/dev/null",
    "wget": "rm -f big.1; wget -O big.1 http://127.0.0.1:$PORT/big",
    "wget-bar": "wget --progress=bar:force:noscroll -O big.1 http://127.0.0.1:$PORT/big",
    "curl": "curl -o big.2 http://127.0.0.1:$PORT/big",
    "curl-bar": "curl -# -o big.2 http://127.0.0.1:$PORT/big",
    "aria2": "rm -f big.3; aria2c --summary-interval=1 -x1 -o big.3 http://127.0.0.1:$PORT/big",
    "7z": "rm -f a.7z; 7z a -bsp1 -mmt=1 -mx=3 a.7z big tree",
    "7z-x": "rm -rf x; 7z x -bsp1 -ox a.7z",
    "apt-status": "apt-get install -y --reinstall -o APT::Status-Fd=1 -o APT::Keep-Downloaded-Packages=1 hello",
    "apt": "apt-get install -y --reinstall -o Dpkg::Progress-Fancy=1 hello",
    "dpkg-status": "cd /var/cache/apt/archives; apt-get download hello; dpkg --status-fd 1 -i hello_*.deb",
    "ffmpeg": "ffmpeg -hide_banner -y -re -f lavfi -i testsrc=d=3:s=160x120 -stats_period 0.2 out.avi",
    "ffmpeg-progress": "ffmpeg -hide_banner -v error -y -re -f lavfi -i testsrc=d=2 -progress - out.avi",
    "mke2fs": "rm -f disk; truncate -s 4G disk; mke2fs -F -t ext4 -E lazy_itable_init=0 disk",
    "e2fsck": "e2fsck -f -y -C 0 image",
    "e2fsck-fd": "e2fsck -f -y -C 1 image",
    "badblocks": "badblocks -s -v image",
    "git": "rm -rf clone; git clone --progress file://$PWD/repo clone",
    "scp": "scp -l 60000 -q -v -F ssh_config big kiosk:copy.scp; scp -l 60000 -F ssh_config big kiosk:copy.scp",
    "sftp": "echo 'put big copy.sftp' | sftp -l 60000 -F ssh_config kiosk",
    "partclone": "partclone.ext4 -c -s image -o image.pc --overwrite image.pc",
    "ddrescue": "rm -f map; ddrescue -f -M --max-read-rate=8M big copy.dr map",
    "mksquashfs": "rm -f a.sq; mksquashfs big tree a.sq -processors 1",
    "unsquashfs": "rm -rf sq; unsquashfs -d sq a.sq",
    "xorriso": "rm -f a.iso; xorriso -outdev a.iso -map tree /tree -map big /big -commit",
    "mkisofs": "xorriso -as mkisofs -o b.iso tree big",
    "ninja": "rm -rf nb; cmake -S src -B nb -G Ninja >/dev/null; ninja -C nb",
    "make": "rm -rf mb; cmake -S src -B mb >/dev/null; make -C mb",
    "tqdm": "/usr/bin/python3 -c 'import tqdm,time\nfor _ in tqdm.tqdm(range(120)): time.sleep(0.01)'",
    "pip": "rm -rf pp; pip3 download --no-cache-dir --no-deps -d pp numpy",
    "zstd": "rm -f big.zst; zstd -v -k --ultra -19 -T1 big tree.tar",
    "bmaptool": "bmaptool create -o a.bmap image; bmaptool copy --bmap a.bmap image copy.bmap",
    "par2": "rm -f *.par2; par2 create -r5 -s65536 p.par2 big",
    "mbuffer": "mbuffer -i big -o /dev/null -R 8M",
}


def prepare():
    run = lambda line: subprocess.run(["bash", "-ec", line], check=True, stdout=subprocess.DEVNULL)
    run("""head -c 20000000 /dev/urandom >big; mkdir tree repo src
        for i in $(seq 2000); do head -c 3000 /dev/urandom >tree/file-$i; done; tar cf tree.tar tree
        truncate -s 64M image; mke2fs -q -F -t ext4 -d tree image
        cd repo; git init -q; cp ../tree/* .; git add .; git -c user.name=a -c user.email=a@b commit -q -m a; cd ..
        for i in $(seq 30); do echo "int f$i() { return $i; }" >src/f$i.c; done
        echo 'cmake_minimum_required(VERSION 3.10)
        project(p C)
        file(GLOB s ${CMAKE_SOURCE_DIR}/*.c)
        add_library(p STATIC ${s})' >src/CMakeLists.txt
        ssh-keygen -q -t ed25519 -N '' -f host; ssh-keygen -q -t ed25519 -N '' -f user; cp user.pub authorized
        mkdir -p /run/sshd""")
    here = os.getcwd()
    with open("ssh_config", "w") as file:
        file.write(f"Host kiosk\nHostName 127.0.0.1\nPort 22022\nIdentityFile {here}/user\nStrictHostKeyChecking no\n"
                   f"UserKnownHostsFile /dev/null\nLogLevel ERROR\n")
    return subprocess.Popen(["/usr/sbin/sshd", "-D", "-f", "/dev/null", "-p", "22022", "-o", "ListenAddress=127.0.0.1",
                             "-o", f"AuthorizedKeysFile={here}/authorized", "-h", f"{here}/host", "-o", "StrictModes=no",
                             "-o", "Subsystem=sftp internal-sftp"], stderr=subprocess.DEVNULL)


class Slow(http.server.SimpleHTTPRequestHandler):
    """Serves 10 MB a second."""

    def copyfile(self, source, outputfile):
        while piece := source.read(200_000):
            outputfile.write(piece)
            time.sleep(0.02)

    def log_message(self, *_):
        pass


def record(line, on_terminal, environment):
    if on_terminal:
        child, descriptor = pty.fork()
        if child == 0:
            os.execvpe("bash", ["bash", "-c", line], environment)
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    else:
        descriptor, inlet = os.pipe()
        child = subprocess.Popen(["bash", "-c", line], env=environment, stdin=subprocess.DEVNULL, stdout=inlet,
                                 stderr=inlet)
        os.close(inlet)
    output = b""
    deadline = time.time() + 60
    while time.time() < deadline:
        if not select.select([descriptor], [], [], 1)[0]:
            continue
        try:
            piece = os.read(descriptor, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    os.close(descriptor)
    child.wait() if not on_terminal else os.waitpid(child, 0)
    return output


def main():
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    sshd = prepare()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    environment = {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "HOME": folder, "TERM": "xterm", "LC_ALL": "C.UTF-8",
                   "LANG": "C.UTF-8", "PORT": str(server.server_port)}
    try:
        for name in sys.argv[1:] or PROGRAMS:
            for kind in ["pipe", "tty"]:
                output = record(PROGRAMS[name], kind == "tty", environment).replace(folder.encode(), b"/work")
                if len(output) > LONGEST:
                    output = output[:LONGEST // 2] + output[-LONGEST // 2:]
                with open(f"{HERE}/{name}.{kind}", "wb") as file:
                    file.write(output)
                print(name, kind, len(output), flush=True)
    finally:
        sshd.terminate()
        shutil.rmtree(folder)


main()
