#pragma once

// What Swift cannot import from Linux' own headers: function-like macros, variadic calls, fork.

#include <linux/fb.h>
#include <linux/input.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>

// Variadic.
static inline int clinux_ioctl(int fd, unsigned long request, void *_Nullable argument) {
    return ioctl(fd, request, argument);
}

// Requests made by macros with casts (linux/input.h).
static const unsigned long CLINUX_EVIOCGRAB = EVIOCGRAB;
static const unsigned long CLINUX_EVIOCGID = EVIOCGID;
static const unsigned long CLINUX_EVIOCSCLOCKID = EVIOCSCLOCKID;
static const unsigned long CLINUX_EVIOCSMASK = EVIOCSMASK;
static inline unsigned long clinux_EVIOCGPROP(unsigned length) { return EVIOCGPROP(length); }
static inline unsigned long clinux_EVIOCGKEY(unsigned length) { return EVIOCGKEY(length); }
static inline unsigned long clinux_EVIOCGLED(unsigned length) { return EVIOCGLED(length); }
static inline unsigned long clinux_EVIOCGBIT(unsigned type, unsigned length) { return EVIOCGBIT(type, length); }
static inline unsigned long clinux_EVIOCGABS(unsigned axis) { return EVIOCGABS(axis); }
static inline unsigned long clinux_EVIOCGMTSLOTS(unsigned length) { return EVIOCGMTSLOTS(length); }

// The same (linux/fb.h).
static const unsigned long CLINUX_FBIO_WAITFORVSYNC = FBIO_WAITFORVSYNC;

// Swift marks fork as unavailable; this program forks once, before it has a second thread.
pid_t clinux_fork(void);

// Enumerated by glibc, or hidden behind macros.
static const int clinux_rlimit_nofile = RLIMIT_NOFILE;
static inline bool clinux_is_ignored(const struct sigaction *_Nonnull action) { return action->sa_handler == SIG_IGN; }

// Wait status macros.
static inline int clinux_exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
static inline int clinux_term_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

// Control messages are made of macros. A descriptor of -1 is none; -1 and errno on failure. What is received has
// the descriptor -2 where one came and this process had no number free for it.
ssize_t clinux_send(int socket, const void *_Nonnull bytes, size_t count, int descriptor, bool may_wait);
ssize_t clinux_receive(int socket, void *_Nonnull bytes, size_t count, int *_Nonnull descriptor);

// Whether the other end of a socket is closed. (Swift sees POLL* as one type or another.)
bool clinux_is_gone(int socket);
// Whether there is something to read, or the other end is closed.
bool clinux_is_readable(int socket);

// Closes all descriptors above standard error but those; sorts them.
void clinux_close_others(int *_Nonnull kept, size_t count);

// Gives this user's socket at a path to a group, if it is one and not something that took its place.
bool clinux_give_socket(const char *_Nonnull path, gid_t group);

// The clock of the processor time that a process has used; -1 and errno on failure.
int clinux_processor_clock(pid_t process, clockid_t *_Nonnull clock);

// A lock on one byte of a file, which others can be asked about (fcntl(2), F_OFD_*): it belongs to the open file.
int clinux_lock_byte(int fd);
bool clinux_is_byte_locked(int fd);

// Declared only for _GNU_SOURCE, as POSIX_SPAWN_SETSID (spawn.h) is.
static const int clinux_spawn_setsid = 0x80;
int clinux_pipe(int ends[_Nonnull 2]);
int clinux_memfd_create(const char *_Nonnull name);

// What main got, from 0 on; NULL after the last. Swift's own CommandLine reads /proc/self/cmdline, which may not be there.
const char *_Nullable clinux_argument(int index);
// The path by which the kernel was asked to run this program.
const char *_Nullable clinux_program_path(void);

// Opens an ordinary file of at most `most` bytes to be read. A FIFO is not waited for, a terminal does not become the
// process' own. -1 and errno on failure: EISDIR for a directory, ESPIPE for what else is no ordinary file, EFBIG.
int clinux_open_file(const char *_Nonnull path, size_t most, size_t *_Nonnull size);
// What an errno of clinux_open_file means, for a message.
const char *_Nonnull clinux_file_fault(int reason);

// A pseudo-terminal's controlling side, not inherited and not waited for; `path` gets its other side's name. Declared
// only for _GNU_SOURCE. -1 and errno on failure.
int clinux_open_terminal(char *_Nonnull path, size_t size);
// Terminal requests that are not numbers for Swift (asm/ioctls.h).
static const unsigned long CLINUX_TIOCGWINSZ = TIOCGWINSZ;
static const unsigned long CLINUX_TIOCSWINSZ = TIOCSWINSZ;
