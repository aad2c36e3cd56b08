// Starts programs in turn, over and over, and tells how long each takes from exec to its first complete picture in
// memory, and to its end with the picture in a file.
//
//   cold-start-race RUNS STOPWATCH.so NAME COMMAND... [-- NAME COMMAND...]...
//
// The programs are new each time; what the kernel has cached of files stays, as on a kiosk that has run them before.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../Stopwatch/include/stopwatch.h"

enum { MAX_PROGRAMS = 8, WARM_UPS = 3 };

struct program {
    char *name;
    char **command;
    double *picture, *end;  // in milliseconds, one a run
};

extern char **environ;

static void fail(const char *name, const char *what) {
    fprintf(stderr, "cold-start-race: %s: %s\n", name, what);
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

// Milliseconds from exec to what `stopwatch` tells, or to the end where there is none.
static double run(const struct program *program, char *stopwatch) {
    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) != 0) fail(program->name, "no pipe");
    char preload[4096];
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", stopwatch ? stopwatch : "");
    char *environment[256];
    int count = 0;
    if (stopwatch) environment[count++] = preload;
    for (char **variable = environ; *variable && count < 255; variable++)
        if (strncmp(*variable, "LD_PRELOAD=", 11) != 0) environment[count++] = *variable;
    environment[count] = NULL;

    volatile int64_t start = 0;  // the child of vfork has our memory until it execs
    pid_t child = vfork();
    if (child == 0) {
        dup2(pipe[1], STOPWATCH_DESCRIPTOR);
        start = now();
        execve(program->command[0], program->command, environment);
        _exit(127);
    }
    if (child < 0) fail(program->name, "cannot fork");
    close(pipe[1]);
    int status;
    if (waitpid(child, &status, 0) != child || status != 0) fail(program->name, "did not end well");
    int64_t end = now();
    if (stopwatch && read(pipe[0], &end, sizeof end) != sizeof end)
        fail(program->name, "ended without a picture that the stopwatch could see");
    close(pipe[0]);
    return (double)(end - start) / 1e6;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *sorted, int count) {
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

int main(int argc, char **argv) {
    int runs = argc > 4 ? atoi(argv[1]) : 0, programs = 0;
    if (runs < 1) {
        fprintf(stderr, "usage: cold-start-race RUNS STOPWATCH.so NAME COMMAND... [-- NAME COMMAND...]...\n");
        return 64;
    }
    struct program program[MAX_PROGRAMS];
    for (int i = 3; i + 1 < argc && programs < MAX_PROGRAMS; i++) {
        program[programs++] = (struct program){
            argv[i], argv + i + 1, calloc(runs, sizeof(double)), calloc(runs, sizeof(double))};
        while (i < argc && strcmp(argv[i], "--") != 0) i++;
        if (i < argc) argv[i] = NULL;
    }

    for (int i = -WARM_UPS; i < runs; i++)
        for (int j = 0; j < programs; j++) {
            double picture = run(&program[j], argv[2]), end = run(&program[j], NULL);
            if (i >= 0) program[j].picture[i] = picture, program[j].end[i] = end;
        }

    printf("milliseconds from exec, %d runs in turn   picture in memory       PNG written, ended\n", runs);
    printf("%-38s %9s %9s     %9s %9s\n", "", "minimum", "median", "minimum", "median");
    for (int j = 0; j < programs; j++) {
        qsort(program[j].picture, runs, sizeof(double), ascending);
        qsort(program[j].end, runs, sizeof(double), ascending);
        printf(
            "%-38s %9.2f %9.2f     %9.2f %9.2f\n", program[j].name, program[j].picture[0],
            median(program[j].picture, runs), program[j].end[0], median(program[j].end, runs));
    }
    for (int j = 1; j < programs; j++)
        printf(
            "%s / %-*s %9.3f %9.3f     %9.3f %9.3f\n", program[0].name, (int)(35 - strlen(program[0].name)),
            program[j].name, program[0].picture[0] / program[j].picture[0],
            median(program[0].picture, runs) / median(program[j].picture, runs),
            program[0].end[0] / program[j].end[0], median(program[0].end, runs) / median(program[j].end, runs));
    return 0;
}
