// evdev-watch [-g] DEVICE FILE: what another reader of an input device gets. DEVICE is a node or a device's
// name. Appends "type code value" a line to FILE; -g grabs the device, as a key remapper does.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

static int open_device(const char *wanted)
{
    char path[300], name[256];
    if (wanted[0] == '/')
        return open(wanted, O_RDWR | O_CLOEXEC);
    DIR *directory = opendir("/dev/input");
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        if (strncmp(entry->d_name, "event", 5))
            continue;
        snprintf(path, sizeof path, "/dev/input/%s", entry->d_name);
        int device = open(path, O_RDWR | O_CLOEXEC);
        if (device >= 0 && ioctl(device, EVIOCGNAME(sizeof name), name) >= 0 && !strcmp(name, wanted)) {
            closedir(directory);
            return device;
        }
        close(device);
    }
    errno = ENODEV;
    return -1;
}

int main(int argc, char **argv)
{
    int grab = argc > 1 && !strcmp(argv[1], "-g");
    struct input_event events[64];
    ssize_t length;
    if (argc != 3 + grab) {
        fprintf(stderr, "usage: evdev-watch [-g] DEVICE FILE\n");
        return 64;
    }
    int device = open_device(argv[1 + grab]);
    int file = open(argv[2 + grab], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (device < 0 || file < 0 || (grab && ioctl(device, EVIOCGRAB, 1) < 0)) {
        perror(argv[1 + grab]);
        return 69;
    }
    puts("watching");
    fflush(stdout);
    // Two processes: the share is slow, and the device's queue short.
    int queue[2];
    pid_t parent = getpid();
    if (pipe(queue) < 0)
        return 74;
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            return 0;
        close(queue[0]);
        while ((length = read(device, events, sizeof events)) > 0)
            if (write(queue[1], events, length) != length)
                return 74;
        return 0;
    }
    close(device);
    close(queue[1]);
    while ((length = read(queue[0], events, sizeof events)) > 0) {
        char text[64 * 40];
        int used = 0;
        for (size_t i = 0; i < length / sizeof *events; i++)
            used += sprintf(text + used, "%u %u %d\n", events[i].type, events[i].code, events[i].value);
        if (write(file, text, used) != used)
            return 74;
    }
    return 0;
}
