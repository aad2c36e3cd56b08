// fb-animate [-p] [-r RATE] [-n FRAMES] [-a X,Y,W,H] [DEVICE]: a program that redraws a part of the screen
// through a mapping, 30 times a second. With -p it draws the whole picture into the half that is not shown
// and pans to it, where the framebuffer is high enough. At the end (or on SIGTERM) prints "frames N failed
// F": F pans failed.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;
static struct fb_var_screeninfo var;
static struct fb_fix_screeninfo fix;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

// Every frame has a colour of its own and a moving bar, so that a frame that is torn or lost shows.
static void draw(uint8_t *memory, int x, int y, int w, int h, unsigned frame)
{
    int bytes = var.bits_per_pixel / 8;
    int bar = frame * 8 % (w > 0 ? w : 1);
    for (int row = y; row < y + h; row++) {
        uint8_t *out = memory + (size_t)(row)*fix.line_length + (size_t)x * bytes;
        for (int column = 0; column < w; column++) {
            uint32_t shade = column >= bar && column < bar + 16 ? 0xffffffu : (frame * 2654435761u) >> 8;
            shade ^= (uint32_t)row * 0x010203u;
            for (int i = 0; i < bytes; i++)
                *out++ = shade >> (8 * i);
        }
    }
}

int main(int argc, char **argv)
{
    int option, panning = 0, x = 0, y = 0, w = 0, h = 0;
    unsigned rate = 30, limit = 0, frames = 0, failed = 0;
    while ((option = getopt(argc, argv, "pr:n:a:")) != -1) {
        if (option == 'p')
            panning = 1;
        else if (option == 'r')
            rate = atoi(optarg);
        else if (option == 'n')
            limit = atoi(optarg);
        else if (option != 'a' || sscanf(optarg, "%d,%d,%d,%d", &x, &y, &w, &h) != 4)
            return 64;
    }
    const char *device = optind < argc ? argv[optind] : "/dev/fb0";
    int fb = open(device, O_RDWR);
    if (fb < 0 || ioctl(fb, FBIOGET_VSCREENINFO, &var) < 0 || ioctl(fb, FBIOGET_FSCREENINFO, &fix) < 0) {
        perror(device);
        return 69;
    }
    if (!w) {
        w = var.xres;
        h = var.yres;
    }
    if (panning && var.yres_virtual < 2 * var.yres) {
        fprintf(stderr, "fb-animate: %s has no second page\n", device);
        return 69;
    }
    uint8_t *memory = mmap(NULL, fix.smem_len, PROT_READ | PROT_WRITE, MAP_SHARED, fb, 0);
    if (memory == MAP_FAILED) {
        perror("fb-animate: mmap");
        return 74;
    }
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    puts("running");
    fflush(stdout);
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    while (!stopped && (!limit || frames < limit)) {
        int page = panning ? (frames + 1) % 2 * var.yres : var.yoffset;
        draw(memory, x, y + page, w, h, frames);
        if (panning) {
            struct fb_var_screeninfo pan = var;
            pan.yoffset = page;
            if (ioctl(fb, FBIOPAN_DISPLAY, &pan) < 0)
                failed++;
        }
        frames++;
        next.tv_nsec += 1000000000 / rate;
        if (next.tv_nsec >= 1000000000) {
            next.tv_nsec -= 1000000000;
            next.tv_sec++;
        }
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
    if (panning) {
        var.yoffset = 0;
        ioctl(fb, FBIOPAN_DISPLAY, &var);
    }
    printf("frames %u failed %u\n", frames, failed);
    return 0;
}
