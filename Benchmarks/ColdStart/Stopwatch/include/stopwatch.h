// The descriptor on which a program with the stopwatch loaded tells when its picture was complete: CLOCK_MONOTONIC
// in nanoseconds, an int64_t.
enum { STOPWATCH_DESCRIPTOR = 100 };
