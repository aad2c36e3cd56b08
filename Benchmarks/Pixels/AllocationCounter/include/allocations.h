#include <stdint.h>

/// Calls of malloc, calloc, realloc and the aligned ones since the program started.
int64_t allocation_count(void);
