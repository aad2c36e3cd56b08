#define _GNU_SOURCE
#include "CLinux.h"

#include <sys/mman.h>
#include <unistd.h>

pid_t clinux_fork(void) { return fork(); }

int clinux_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
