// drm-watch FILE [INTERVAL-US] [STATE]: logs each change of what the planes show: "MICROSECONDS plane ID fb
// FB crtc NAME pos WxH+X+Y" a line. It reads debugfs and opens no card: to open one can make the opener
// master, and to close the last one draws the console anew.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PLANES = 64 };
static struct { int id; char line[128]; } planes[PLANES];
static FILE *out;

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static void report(int id, const char *line, long long time)
{
    for (int i = 0; i < PLANES; i++) {
        if (planes[i].id && planes[i].id != id)
            continue;
        if (planes[i].id && !strcmp(planes[i].line, line))
            return;
        planes[i].id = id;
        snprintf(planes[i].line, sizeof planes[i].line, "%s", line);
        fprintf(out, "%lld plane %d %s\n", time, id, line);
        fflush(out);
        return;
    }
}

static void parse(char *text, long long time)
{
    int id = 0, fb = 0;
    char crtc[32] = "-", line[128];
    for (char *row = strtok(text, "\n"); row; row = strtok(NULL, "\n")) {
        row += strspn(row, "\t ");
        if (sscanf(row, "plane[%d]", &id) == 1) {
            fb = 0;
            strcpy(crtc, "-");
        } else if (!strncmp(row, "crtc[", 5)) {
            id = 0;
        } else if (id && !strncmp(row, "crtc=", 5)) {
            snprintf(crtc, sizeof crtc, "%s", row + 5);
        } else if (id && sscanf(row, "fb=%d", &fb) == 1) {
            continue;
        } else if (id && !strncmp(row, "crtc-pos=", 9)) {
            snprintf(line, sizeof line, "fb %d crtc %s pos %s", fb, crtc, row + 9);
            report(id, line, time);
        }
    }
}

int main(int argc, char **argv)
{
    static char text[1 << 16];
    const char *state = argc > 3 ? argv[3] : "/sys/kernel/debug/dri/0/state";
    int interval = argc > 2 ? atoi(argv[2]) : 4000;
    if (argc < 2 || !(out = fopen(argv[1], "ae")))
        return 64;
    puts("watching");
    fflush(stdout);
    for (;;) {
        int file = open(state, O_RDONLY | O_CLOEXEC);
        size_t used = 0;
        ssize_t length;
        long long time = now();
        if (file < 0) {
            perror(state);
            return 69;
        }
        while ((length = read(file, text + used, sizeof text - 1 - used)) > 0)
            used += length;
        close(file);
        text[used] = 0;
        parse(text, time);
        usleep(interval);
    }
}
