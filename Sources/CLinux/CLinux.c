#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

pid_t clinux_fork(void) { return fork(); }

int clinux_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor, bool may_wait) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {0};
    if (descriptor >= 0) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | (may_wait ? 0 : MSG_DONTWAIT));
}

ssize_t clinux_receive(int socket, void *bytes, size_t count, int *descriptor) {
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof *descriptor)];
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    *descriptor = -1;
    ssize_t result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (result < 0) return result;
    if (message.msg_flags & MSG_CTRUNC) *descriptor = -2;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header))
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
            header->cmsg_len == CMSG_LEN(sizeof *descriptor))
            memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    return result;
}

static int by_number(const void *one, const void *other) {
    return (*(const int *)one > *(const int *)other) - (*(const int *)one < *(const int *)other);
}

void clinux_close_others(int *kept, size_t count) {
    qsort(kept, count, sizeof *kept, by_number);
    unsigned first = STDERR_FILENO + 1;
    for (size_t i = 0; i < count; i++) {
        if (kept[i] < (int)first) continue;
        if (kept[i] > (int)first) close_range(first, (unsigned)kept[i] - 1, 0);
        first = (unsigned)kept[i] + 1;
    }
    close_range(first, ~0U, 0);
}

bool clinux_give_socket(const char *path, gid_t group) {
    int file = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    bool given = file >= 0 && fstat(file, &status) == 0 && S_ISSOCK(status.st_mode) && status.st_uid == geteuid() &&
                 (status.st_gid == group || fchownat(file, "", (uid_t)-1, group, AT_EMPTY_PATH) == 0);
    if (file >= 0) close(file);
    return given;
}

int clinux_processor_clock(pid_t process, clockid_t *clock) {
    int code = clock_getcpuclockid(process, clock);
    if (code != 0) errno = code;
    return code == 0 ? 0 : -1;
}

bool clinux_is_gone(int socket) {
    struct pollfd line = {.fd = socket};
    return poll(&line, 1, 0) == 1 && line.revents & (POLLHUP | POLLERR);
}

bool clinux_is_readable(int socket) {
    struct pollfd line = {.fd = socket, .events = POLLIN};
    return poll(&line, 1, 0) == 1;
}

// The byte that is locked.
static struct flock marked_byte(short type) {
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = 1, .l_len = 1};
}

int clinux_lock_byte(int fd) {
    // Shared: a file that is open for reading is enough.
    struct flock lock = marked_byte(F_RDLCK);
    return fcntl(fd, F_OFD_SETLK, &lock);
}

bool clinux_is_byte_locked(int fd) {
    struct flock lock = marked_byte(F_WRLCK);
    return fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

static int argument_count;
static char **all_arguments;

// The C library calls it before main, with main's arguments.
__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
    argument_count = count;
    all_arguments = arguments;
}

const char *clinux_program_path(void) { return (const char *)getauxval(AT_EXECFN); }

const char *clinux_argument(int index) { return index < argument_count ? all_arguments[index] : NULL; }

int clinux_open_file(const char *path, size_t most, size_t *size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return -1;
    struct stat status;
    int reason = 0;
    if (fstat(fd, &status) != 0)
        reason = errno;
    else if (S_ISDIR(status.st_mode))
        reason = EISDIR;
    else if (!S_ISREG(status.st_mode))
        reason = ESPIPE;
    else if ((unsigned long long)status.st_size > most)
        reason = EFBIG;
    if (reason == 0) {
        *size = (size_t)status.st_size;
        return fd;
    }
    close(fd);
    errno = reason;
    return -1;
}

const char *clinux_file_fault(int reason) {
    switch (reason) {
    case EISDIR: return "it is a directory";
    case ESPIPE: return "it is a pipe, socket or device; give an ordinary file";
    case EFBIG: return "it is too large";
    default: return strerror(reason);
    }
}

int clinux_open_terminal(char *path, size_t size) {
    int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return -1;
    int code = 0;
    if (grantpt(fd) < 0 || unlockpt(fd) < 0) code = errno;
    else code = ptsname_r(fd, path, size);
    if (code == 0) return fd;
    close(fd);
    errno = code;
    return -1;
}
