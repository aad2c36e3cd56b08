// The guest's process 1. Runs the jobs that the host names on a virtio port, reaps whatever ends, and does
// what udev would: device nodes get the group and mode that a real system gives them.
//
// The host writes "ID\n" and finds the script in /share/ID.sh; the answers are "ready\n", "pid ID PID\n" and
// "done ID STATUS\n". A job's output goes to /share/ID.out. Arguments are terminals that get a shell of their
// own.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_JOBS = 256 };
static struct { pid_t pid; long id; } jobs[MAX_JOBS];
static struct { pid_t pid; const char *tty; } shells[8];
static int port = -1;
static sigset_t blocked;

static void answer(const char *line)
{
    size_t length = strlen(line);
    while (length > 0) {
        ssize_t n = write(port, line, length);
        if (n < 0 && errno != EINTR)
            return;
        if (n > 0) {
            line += n;
            length -= n;
        }
    }
}

// getgrnam cannot be linked statically without a warning, and the file is all that counts here.
static gid_t group(const char *name)
{
    char line[4096];
    size_t length = strlen(name);
    gid_t found = 0;
    FILE *file = fopen("/etc/group", "re");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, name, length) && line[length] == ':' &&
            sscanf(line + length, ":%*[^:]:%u", &found) == 1)
            break;
    if (file)
        fclose(file);
    return found;
}

static void adopt_node(const char *path)
{
    const char *owner = NULL;
    mode_t mode = 0660;
    if (!strncmp(path, "/dev/input/", 11)) {
        owner = "input";
    } else if (!strncmp(path, "/dev/dri/card", 13) || !strncmp(path, "/dev/fb", 7)) {
        owner = "video";
    } else if (!strncmp(path, "/dev/dri/render", 15)) {
        owner = "render";
    } else if (!strncmp(path, "/dev/tty", 8)) {
        owner = "tty";
        mode = path[8] >= '0' && path[8] <= '9' ? 0620 : 0660;
        if (!path[8])
            mode = 0666; // the caller's own terminal
    }
    if (!owner || chown(path, 0, group(owner)) < 0)
        return;
    chmod(path, mode);
}

static void adopt_directory(const char *path)
{
    DIR *directory = opendir(path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_type == DT_CHR)
            adopt_node(name);
    }
    if (directory)
        closedir(directory);
}

static void read_uevents(int events)
{
    char message[8192];
    ssize_t length;
    while ((length = recv(events, message, sizeof message - 1, MSG_DONTWAIT)) > 0) {
        message[length] = 0;
        if (strncmp(message, "add@", 4))
            continue;
        for (char *word = message; word < message + length; word += strlen(word) + 1)
            if (!strncmp(word, "DEVNAME=", 8)) {
                char path[512];
                snprintf(path, sizeof path, word[8] == '/' ? "%s" : "/dev/%s", word + 8);
                adopt_node(path);
            }
    }
}

static int open_uevents(void)
{
    struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = 1 };
    int size = 1 << 20;
    int events = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
    setsockopt(events, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    bind(events, (struct sockaddr *)&address, sizeof address);
    return events;
}

static int open_port(void)
{
    // There is one port, but its number is the kernel's affair.
    for (int tries = 0; tries < 500; tries++) {
        DIR *directory = opendir("/sys/class/virtio-ports");
        struct dirent *entry;
        while (directory && (entry = readdir(directory)))
            if (entry->d_name[0] == 'v') {
                char path[512];
                snprintf(path, sizeof path, "/dev/%s", entry->d_name);
                closedir(directory);
                return open(path, O_RDWR | O_CLOEXEC);
            }
        if (directory)
            closedir(directory);
        usleep(10000);
    }
    return -1;
}

static pid_t spawn(const char *input, const char *output, const char *script)
{
    pid_t pid = fork();
    if (pid)
        return pid;
    setsid();
    sigprocmask(SIG_UNBLOCK, &blocked, NULL);
    int in = open(input, script ? O_RDONLY : O_RDWR);
    int out = open(output, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (!script)
        ioctl(in, TIOCSCTTY, 1);
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    close(in);
    close(out);
    if (chdir("/"))
        _exit(126);
    if (script)
        execl("/bin/sh", "sh", script, NULL);
    else
        execl("/bin/bash", "bash", "-i", NULL);
    execl("/bin/sh", "sh", script, NULL);
    _exit(127);
}

static void start_job(long id)
{
    char script[64], output[64], line[64];
    snprintf(script, sizeof script, "/share/%ld.sh", id);
    snprintf(output, sizeof output, "/share/%ld.out", id);
    for (int i = 0; i < MAX_JOBS; i++)
        if (!jobs[i].pid) {
            jobs[i].id = id;
            jobs[i].pid = spawn("/dev/null", output, script);
            snprintf(line, sizeof line, "pid %ld %d\n", id, jobs[i].pid);
            answer(line);
            return;
        }
    snprintf(line, sizeof line, "done %ld 255\n", id);
    answer(line);
}

static void reap(void)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        for (int i = 0; i < MAX_JOBS; i++)
            if (jobs[i].pid == pid) {
                char line[64];
                snprintf(line, sizeof line, "done %ld %d\n", jobs[i].id, code);
                jobs[i].pid = 0;
                answer(line);
            }
        for (int i = 0; i < 8; i++)
            if (shells[i].pid == pid) {
                // The serial line's shell is the person's: when it ends, so does the machine.
                if (!strcmp(shells[i].tty, "/dev/ttyS0"))
                    reboot(RB_POWER_OFF);
                shells[i].pid = spawn(shells[i].tty, shells[i].tty, NULL);
            }
    }
}

static void read_signals(int signals)
{
    struct signalfd_siginfo info;
    while (read(signals, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo != SIGINT)
            continue;
        // The kernel's answer to Ctrl+Alt+Del: tests want to know that it came.
        int file = open("/share/ctrl-alt-del", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (file >= 0 && write(file, "pressed\n", 8) == 8)
            close(file);
    }
}

static void read_port(void)
{
    static char line[64];
    static size_t length;
    char c;
    while (read(port, &c, 1) == 1) {
        if (c != '\n') {
            if (length < sizeof line - 1)
                line[length++] = c;
            continue;
        }
        line[length] = 0;
        length = 0;
        if (atol(line) > 0)
            start_job(atol(line));
    }
}

int main(int argc, char **argv)
{
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigaddset(&blocked, SIGINT);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    reboot(RB_DISABLE_CAD);
    umask(022);
    int signals = signalfd(-1, &blocked, SFD_CLOEXEC | SFD_NONBLOCK);
    int events = open_uevents();
    adopt_directory("/dev");
    adopt_directory("/dev/input");
    adopt_directory("/dev/dri");
    port = open_port();
    fcntl(port, F_SETFL, O_NONBLOCK);
    for (int i = 1; i < argc && i <= 8; i++) {
        char path[64];
        snprintf(path, sizeof path, "/dev/%s", argv[i]);
        shells[i - 1].tty = strdup(path);
        shells[i - 1].pid = spawn(path, path, NULL);
    }
    answer("ready\n");
    for (;;) {
        struct pollfd polled[] = { { port, POLLIN, 0 }, { signals, POLLIN, 0 }, { events, POLLIN, 0 } };
        poll(polled, 3, -1);
        if (polled[0].revents & POLLIN)
            read_port();
        else if (polled[0].revents & POLLHUP)
            usleep(50000); // no host is connected: poll would return at once for ever
        if (polled[1].revents) {
            read_signals(signals);
            reap();
        }
        if (polled[2].revents)
            read_uevents(events);
    }
}
