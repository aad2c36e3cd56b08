// console-reader [-e] TTY FILE: what a program on the text console receives. Makes TTY the controlling
// terminal of its session, sane and line by line, and appends every byte that it reads to FILE. -e echoes,
// which draws.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char bytes[4096];
    ssize_t length;
    struct termios modes;
    int echo = argc > 1 && !strcmp(argv[1], "-e");
    if (argc != 3 + echo)
        return 64;
    if (getsid(0) != getpid() && setsid() < 0) {
        // A group's leader cannot start a session; its child can.
        if (fork() > 0)
            return 0;
        setsid();
    }
    int tty = open(argv[1 + echo], O_RDWR);
    int file = open(argv[2 + echo], O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (tty < 0 || file < 0 || ioctl(tty, TIOCSCTTY, 1) < 0) {
        perror(argv[1 + echo]);
        return 69;
    }
    tcgetattr(tty, &modes);
    modes.c_iflag = ICRNL | IXON;
    modes.c_oflag = OPOST | ONLCR;
    modes.c_lflag = ISIG | ICANON | (echo ? ECHO | ECHOE | ECHOK : 0);
    tcsetattr(tty, TCSAFLUSH, &modes);
    puts("reading");
    fflush(stdout);
    while ((length = read(tty, bytes, sizeof bytes)) > 0)
        if (write(file, bytes, length) != length)
            return 74;
    return 0;
}
