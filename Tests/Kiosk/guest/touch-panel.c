// touch-panel NAME: a touch panel as the USB ones are: a HID device (uhid) that hid-multitouch drives, and
// that reports every finger again and again while it is down. Prints its node; takes commands as input-device
// does: touch SLOT X Y | lift SLOT | sleep MS | quit
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/uhid.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"

enum { FINGERS = 5, FINGER_BYTES = 6, REPORT_BYTES = 1 + FINGERS * FINGER_BYTES + 1, PERIOD_MS = 10 };
static struct { int down, x, y; } fingers[FINGERS];
static int device = -1;

static const uint8_t head[] = { 0x05, 0x0d, 0x09, 0x04, 0xa1, 0x01, 0x85, 0x01 };
static const uint8_t finger[] = {
    0x09, 0x22, 0xa1, 0x02,                                                             // a finger
    0x09, 0x42, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01, 0x81, 0x02,             // down or not
    0x95, 0x07, 0x81, 0x03,                                                             // 7 bits of nothing
    0x09, 0x51, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02,                   // which one
    0x05, 0x01, 0x26, 0xff, 0x0f, 0x75, 0x10, 0x09, 0x30, 0x81, 0x02, 0x09, 0x31, 0x81, 0x02, // x, y to 4095
    0x05, 0x0d, 0xc0,
};
static const uint8_t tail[] = {
    0x09, 0x54, 0x25, FINGERS, 0x75, 0x08, 0x95, 0x01, 0x81, 0x02,             // how many in this report
    0x85, 0x02, 0x09, 0x55, 0x25, FINGERS, 0xb1, 0x02, 0xc0,                   // how many at most
};

static void send_event(struct uhid_event *event)
{
    if (write(device, event, sizeof *event) < 0)
        perror("touch-panel: uhid");
}

// Every finger that is down, and the one that has just been lifted.
static void report(int lifted)
{
    struct uhid_event event = { .type = UHID_INPUT2 };
    uint8_t *out = event.u.input2.data;
    int count = 0;
    *out++ = 1;
    for (int i = 0; i < FINGERS; i++) {
        if (!fingers[i].down && i != lifted)
            continue;
        uint8_t bytes[] = { fingers[i].down, i, fingers[i].x, fingers[i].x >> 8, fingers[i].y,
                            fingers[i].y >> 8 };
        memcpy(out, bytes, sizeof bytes);
        out += sizeof bytes;
        count++;
    }
    event.u.input2.data[REPORT_BYTES - 1] = count;
    event.u.input2.size = REPORT_BYTES;
    send_event(&event);
}

static int touched(void)
{
    int count = 0;
    for (int i = 0; i < FINGERS; i++)
        count += fingers[i].down;
    return count;
}

static int run(char *line)
{
    char word[16] = "";
    int a = 0, x = 0, y = 0;
    sscanf(line, "%15s %i %i %i", word, &a, &x, &y);
    if (!strcmp(word, "touch") && a >= 0 && a < FINGERS) {
        fingers[a].down = 1;
        fingers[a].x = x;
        fingers[a].y = y;
        report(-1);
    } else if (!strcmp(word, "lift") && a >= 0 && a < FINGERS) {
        fingers[a].down = 0;
        report(a);
    } else if (!strcmp(word, "sleep")) {
        for (; a > 0; a -= PERIOD_MS) {
            usleep(PERIOD_MS * 1000);
            if (touched())
                report(-1);
        }
    } else if (!strcmp(word, "quit")) {
        return 0;
    } else {
        fprintf(stderr, "touch-panel: unknown command %s\n", line);
    }
    return 1;
}

static void create(const char *name)
{
    struct uhid_event event = { .type = UHID_CREATE2 };
    struct uhid_create2_req *request = &event.u.create2;
    uint8_t *out = request->rd_data;
    snprintf((char *)request->name, sizeof request->name, "%s", name);
    request->bus = 3; // USB
    request->vendor = 0x1209;
    request->product = 0x4b49;
    memcpy(out, head, sizeof head);
    out += sizeof head;
    for (int i = 0; i < FINGERS; i++, out += sizeof finger)
        memcpy(out, finger, sizeof finger);
    memcpy(out, tail, sizeof tail);
    out += sizeof tail;
    request->rd_size = out - request->rd_data;
    send_event(&event);
}

static void destroy(void)
{
    struct uhid_event event = { .type = UHID_DESTROY };
    send_event(&event);
}

// The driver asks how many fingers there can be, and would wait five seconds for an answer.
static void answer_driver(void)
{
    struct uhid_event event;
    if (read(device, &event, sizeof event) <= 0 || event.type != UHID_GET_REPORT)
        return;
    struct uhid_event reply = { .type = UHID_GET_REPORT_REPLY };
    reply.u.get_report_reply.id = event.u.get_report.id;
    reply.u.get_report_reply.size = 2;
    reply.u.get_report_reply.data[0] = 2;
    reply.u.get_report_reply.data[1] = FINGERS;
    send_event(&reply);
}

// The node whose device has our name; the driver makes it a while after the creation.
static int print_node(const char *name)
{
    DIR *directory = opendir("/sys/class/input");
    struct dirent *entry;
    int found = 0;
    while (directory && (entry = readdir(directory)) && !found) {
        char path[300], text[256] = "";
        snprintf(path, sizeof path, "/sys/class/input/%s/device/name", entry->d_name);
        FILE *file = strncmp(entry->d_name, "event", 5) ? NULL : fopen(path, "r");
        if (!file)
            continue;
        if (fgets(text, sizeof text, file) && !strncmp(text, name, strlen(name)))
            found = printf("/dev/input/%s\n", entry->d_name);
        fclose(file);
    }
    if (directory)
        closedir(directory);
    fflush(stdout);
    return found;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 64;
    int listener = listen_for_commands(argv[1]);
    device = open("/dev/uhid", O_RDWR | O_CLOEXEC);
    if (listener < 0 || device < 0) {
        perror("/dev/uhid");
        return 69;
    }
    create(argv[1]);
    for (int going = 1, printed = 0; going;) {
        struct pollfd polled[] = { { device, POLLIN, 0 }, { listener, POLLIN, 0 } };
        poll(polled, 2, touched() || !printed ? PERIOD_MS : -1);
        if (polled[0].revents)
            answer_driver();
        if (!printed)
            printed = print_node(argv[1]);
        if (polled[1].revents)
            going = serve_commands(listener, run, destroy);
        else if (touched())
            report(-1);
    }
    unlink(command_address(argv[1]).sun_path);
    return 0;
}
