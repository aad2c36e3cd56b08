// fb-tool info [DEVICE]: the geometry of a framebuffer, one "name value" a line.
// fb-tool put FILE [DEVICE]: the file's bytes into its memory, in one write, so that drivers see a change.
// fb-tool poke OFFSET FILE [DEVICE]: the same at an offset.
// fb-tool palette [DEVICE]: 256 distinct colours, where pixels are numbers of colours. The console's 16 stay.
// fb-tool mode WIDTHxHEIGHT VIRTUAL_WIDTHxVIRTUAL_HEIGHT BITS [DEVICE]: another mode, at its first page.
// fb-tool pan Y [DEVICE]: looks at the row Y and those below it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int put(int fb, const char *path, off_t offset)
{
    struct stat status;
    int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &status) < 0) {
        perror(path);
        return 66;
    }
    char *bytes = malloc(status.st_size);
    ssize_t length = 0, n;
    while (length < status.st_size && (n = read(file, bytes + length, status.st_size - length)) > 0)
        length += n;
    if (length == status.st_size && pwrite(fb, bytes, length, offset) == length)
        return 0;
    perror("fb-tool: write");
    return 74;
}

static void print_palette(int fb)
{
    unsigned short red[256], green[256], blue[256], transp[256];
    struct fb_cmap map = { 0, 256, red, green, blue, transp };
    if (ioctl(fb, FBIOGETCMAP, &map) < 0)
        return;
    printf("palette ");
    for (int i = 0; i < 256; i++)
        printf("%02x%02x%02x", red[i] >> 8, green[i] >> 8, blue[i] >> 8);
    printf("\n");
}

// The kernel's copy of the colours above 15 is not what the hardware came up with, so they are set.
static int set_palette(int fb)
{
    unsigned short red[240], green[240], blue[240];
    struct fb_cmap map = { 16, 240, red, green, blue, NULL };
    for (int i = 0; i < 240; i++) {
        red[i] = (i / 40) * 51 * 257;
        green[i] = (i / 8 % 5) * 63 * 257;
        blue[i] = (i % 8) * 36 * 257;
    }
    if (ioctl(fb, FBIOPUTCMAP, &map) == 0)
        return 0;
    perror("fb-tool: palette");
    return 74;
}

static int info(int fb)
{
    struct fb_var_screeninfo var;
    struct fb_fix_screeninfo fix;
    if (ioctl(fb, FBIOGET_VSCREENINFO, &var) < 0 || ioctl(fb, FBIOGET_FSCREENINFO, &fix) < 0) {
        perror("fb-tool: ioctl");
        return 74;
    }
    printf("width %u\nheight %u\nvirtualWidth %u\nvirtualHeight %u\n", var.xres, var.yres, var.xres_virtual,
           var.yres_virtual);
    printf("x %u\ny %u\nbits %u\nstride %u\nmemory %u\n", var.xoffset, var.yoffset, var.bits_per_pixel,
           fix.line_length, fix.smem_len);
    printf("red %u %u\ngreen %u %u\nblue %u %u\nalpha %u %u\n", var.red.offset, var.red.length,
           var.green.offset, var.green.length, var.blue.offset, var.blue.length, var.transp.offset,
           var.transp.length);
    printf("visual %u\ndriver %.16s\n", fix.visual, fix.id);
    if (fix.visual == FB_VISUAL_PSEUDOCOLOR)
        print_palette(fb);
    return 0;
}

static int set_mode(int fb, char **words)
{
    struct fb_var_screeninfo var;
    if (ioctl(fb, FBIOGET_VSCREENINFO, &var) == 0 && sscanf(words[0], "%ux%u", &var.xres, &var.yres) == 2 &&
        sscanf(words[1], "%ux%u", &var.xres_virtual, &var.yres_virtual) == 2 &&
        sscanf(words[2], "%u", &var.bits_per_pixel) == 1) {
        var.xoffset = var.yoffset = 0;
        var.activate = FB_ACTIVATE_NOW;
        if (ioctl(fb, FBIOPUT_VSCREENINFO, &var) == 0)
            return 0;
    }
    perror("fb-tool: mode");
    return 74;
}

static int pan(int fb, unsigned row)
{
    struct fb_var_screeninfo var;
    if (ioctl(fb, FBIOGET_VSCREENINFO, &var) == 0) {
        var.yoffset = row;
        if (ioctl(fb, FBIOPAN_DISPLAY, &var) == 0)
            return 0;
    }
    perror("fb-tool: pan");
    return 74;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int words;
    } commands[] = { { "info", 0 }, { "palette", 0 }, { "put", 1 }, { "pan", 1 }, { "poke", 2 }, { "mode", 3 } };
    const char *command = argc > 1 ? argv[1] : "";
    int count = sizeof commands / sizeof *commands, index = 0;
    while (index < count && strcmp(command, commands[index].name))
        index++;
    if (index == count || argc < 2 + commands[index].words) {
        fprintf(stderr, "usage: fb-tool info | palette | put FILE | poke OFFSET FILE | pan Y | "
                        "mode WxH VIRTUALxVIRTUAL BITS [DEVICE]\n");
        return 64;
    }
    char **words = argv + 2;
    const char *device = words[commands[index].words] ? words[commands[index].words] : "/dev/fb0";
    int fb = open(device, O_RDWR);
    if (fb < 0) {
        perror(device);
        return 69;
    }
    if (!strcmp(command, "info"))
        return info(fb);
    if (!strcmp(command, "mode"))
        return set_mode(fb, words);
    if (!strcmp(command, "palette"))
        return set_palette(fb);
    if (!strcmp(command, "pan"))
        return pan(fb, strtoul(words[0], NULL, 0));
    return !strcmp(command, "put") ? put(fb, words[0], 0) : put(fb, words[1], strtoll(words[0], NULL, 0));
}
