// input-device KIND NAME: a device made by uinput, there until told to go. KIND: keyboard, scanner, mouse,
// touch (slots, protocol B), touch-a (protocol A), pen, speaker. Prints its node and serves commands on a socket.
// input-device send NAME COMMAND...: sends commands, waits until all are done.
//
// down CODE | up CODE | tap CODE [HOLD-US]    keys and buttons, by number
// type DIGITS [PACE-US]                       digits and Enter, PACE (1000) from key to key
// touch SLOT X Y | lift SLOT                  fingers, 0 to 4095
// move DX DY | raw TYPE CODE VALUE | sync | sleep MS | quit
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"

enum { SLOTS = 10, RANGE = 4095 };
static int device = -1;
static int protocol_a;
static struct { int down, x, y, id; } contacts[SLOTS];
static int next_id = 1;

static void emit(int type, int code, int value)
{
    struct input_event event = { .type = type, .code = code, .value = value };
    if (write(device, &event, sizeof event) != sizeof event)
        perror("input-device: write");
}

static void key(int code, int value)
{
    emit(EV_KEY, code, value);
    emit(EV_SYN, SYN_REPORT, 0);
}

static void tap(int code, int hold)
{
    key(code, 1);
    usleep(hold);
    key(code, 0);
}

// Where an emulated machine stands still a scan has gaps that no scanner makes: said in this file.
static void note_gap(const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long ms = (now.tv_sec - since->tv_sec) * 1000 + (now.tv_nsec - since->tv_nsec) / 1000000;
    FILE *file = ms > 25 ? fopen("/run/input-device.gaps", "a") : NULL;
    if (file) {
        fprintf(file, "gap of %ld ms\n", ms);
        fclose(file);
    }
}

static void type(const char *digits, int pace)
{
    struct timespec last;
    clock_gettime(CLOCK_MONOTONIC, &last);
    for (; *digits; digits++) {
        note_gap(&last);
        clock_gettime(CLOCK_MONOTONIC, &last);
        // KEY_1 to KEY_9 are in a row, KEY_0 is behind them.
        if (*digits >= '0' && *digits <= '9')
            tap(*digits == '0' ? KEY_0 : KEY_1 + *digits - '1', pace / 2);
        usleep(pace - pace / 2);
    }
    note_gap(&last);
    tap(KEY_ENTER, pace / 2);
}

static int fingers(void)
{
    int count = 0;
    for (int i = 0; i < SLOTS; i++)
        count += contacts[i].down;
    return count;
}

// A panel of protocol A repeats every finger in each packet and says nothing of the one that went.
static void report_a(void)
{
    for (int i = 0; i < SLOTS; i++)
        if (contacts[i].down) {
            emit(EV_ABS, ABS_MT_POSITION_X, contacts[i].x);
            emit(EV_ABS, ABS_MT_POSITION_Y, contacts[i].y);
            emit(EV_SYN, SYN_MT_REPORT, 0);
        }
    if (!fingers())
        emit(EV_SYN, SYN_MT_REPORT, 0);
}

static void touch(int slot, int down, int x, int y)
{
    int before = fingers();
    if (slot < 0 || slot >= SLOTS)
        return;
    int landed = down && !contacts[slot].down;
    contacts[slot].down = down;
    contacts[slot].x = x;
    contacts[slot].y = y;
    if (protocol_a) {
        report_a();
    } else {
        emit(EV_ABS, ABS_MT_SLOT, slot);
        if (landed || !down)
            emit(EV_ABS, ABS_MT_TRACKING_ID, down ? next_id++ : -1);
        if (down) {
            emit(EV_ABS, ABS_MT_POSITION_X, x);
            emit(EV_ABS, ABS_MT_POSITION_Y, y);
        }
    }
    if (!before != !fingers())
        emit(EV_KEY, BTN_TOUCH, fingers() > 0);
    if (down) {
        emit(EV_ABS, ABS_X, x);
        emit(EV_ABS, ABS_Y, y);
    }
    emit(EV_SYN, SYN_REPORT, 0);
}

static int run(char *line)
{
    int a = 0, b = 0, c = 0;
    char word[16] = "", text[256] = "";
    if (sscanf(line, "%15s", word) != 1)
        return 1;
    const char *rest = line + strcspn(line, " ");
    int count = sscanf(rest, "%i %i %i", &a, &b, &c);
    if (!strcmp(word, "down") || !strcmp(word, "up"))
        key(a, word[0] == 'd');
    else if (!strcmp(word, "tap"))
        tap(a, count > 1 ? b : 1000);
    else if (!strcmp(word, "type"))
        type(sscanf(rest, "%255s %d", text, &a) >= 1 ? text : "", sscanf(rest, "%*s %d", &a) == 1 ? a : 1000);
    else if (!strcmp(word, "touch"))
        touch(a, 1, b, c);
    else if (!strcmp(word, "lift"))
        touch(a, 0, 0, 0);
    else if (!strcmp(word, "move")) {
        emit(EV_REL, REL_X, a);
        emit(EV_REL, REL_Y, b);
        emit(EV_SYN, SYN_REPORT, 0);
    } else if (!strcmp(word, "raw"))
        emit(a, b, c);
    else if (!strcmp(word, "sync"))
        emit(EV_SYN, SYN_REPORT, 0);
    else if (!strcmp(word, "sleep"))
        usleep(a * 1000);
    else if (!strcmp(word, "quit"))
        return 0;
    else
        fprintf(stderr, "input-device: unknown command %s\n", word);
    return 1;
}

// Resolution: units to a millimetre, 0 for one that is not known.
static void axis(int code, int maximum, int resolution)
{
    struct uinput_abs_setup setup = {
        .code = code, .absinfo = { .maximum = maximum, .resolution = resolution }
    };
    if (code == ABS_MT_TRACKING_ID)
        setup.absinfo.minimum = -1;
    ioctl(device, UI_SET_ABSBIT, code);
    ioctl(device, UI_ABS_SETUP, &setup);
}

static int create(const char *kind, const char *name)
{
    struct uinput_setup setup = { .id = { BUS_USB, 0x1209, 0x4b48, 1 } };
    device = open("/dev/uinput", O_RDWR | O_CLOEXEC);
    if (device < 0) {
        perror("/dev/uinput");
        return 69;
    }
    snprintf(setup.name, sizeof setup.name, "%s", name);
    if (strcmp(kind, "speaker"))
        ioctl(device, UI_SET_EVBIT, EV_KEY);
    if (!strcmp(kind, "keyboard") || !strcmp(kind, "scanner")) {
        ioctl(device, UI_SET_EVBIT, EV_REP);
        for (int code = KEY_ESC; code <= KEY_COMPOSE; code++)
            ioctl(device, UI_SET_KEYBIT, code);
    } else if (!strcmp(kind, "mouse")) {
        ioctl(device, UI_SET_EVBIT, EV_REL);
        for (int code = BTN_LEFT; code <= BTN_MIDDLE; code++)
            ioctl(device, UI_SET_KEYBIT, code);
        for (int code = REL_X; code <= REL_Y; code++)
            ioctl(device, UI_SET_RELBIT, code);
        ioctl(device, UI_SET_RELBIT, REL_WHEEL);
    } else if (!strcmp(kind, "speaker")) {
        ioctl(device, UI_SET_EVBIT, EV_SND);
        ioctl(device, UI_SET_SNDBIT, SND_TONE);
    } else if (!strcmp(kind, "pen")) {
        ioctl(device, UI_SET_EVBIT, EV_ABS);
        ioctl(device, UI_SET_KEYBIT, BTN_TOOL_PEN);
        ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
        ioctl(device, UI_SET_KEYBIT, BTN_STYLUS);
        ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
        axis(ABS_X, RANGE, 40);
        axis(ABS_Y, RANGE, 40);
        axis(ABS_PRESSURE, RANGE, 0);
    } else if (!strncmp(kind, "touch", 5)) {
        protocol_a = !strcmp(kind, "touch-a");
        ioctl(device, UI_SET_EVBIT, EV_ABS);
        ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
        ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
        axis(ABS_X, RANGE, 0);
        axis(ABS_Y, RANGE, 0);
        axis(ABS_MT_POSITION_X, RANGE, 0);
        axis(ABS_MT_POSITION_Y, RANGE, 0);
        if (!protocol_a) {
            axis(ABS_MT_SLOT, SLOTS - 1, 0);
            axis(ABS_MT_TRACKING_ID, 65535, 0);
        }
    } else {
        fprintf(stderr, "input-device: unknown kind %s\n", kind);
        return 64;
    }
    if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) {
        perror("input-device: create");
        return 74;
    }
    return 0;
}

static void print_node(void)
{
    char name[64] = "", path[128];
    ioctl(device, UI_GET_SYSNAME(sizeof name), name);
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
    DIR *directory = opendir(path);
    struct dirent *entry;
    while (directory && (entry = readdir(directory)))
        if (!strncmp(entry->d_name, "event", 5))
            printf("/dev/input/%s\n", entry->d_name);
    fflush(stdout);
}

static int send_commands(const char *name, char **commands)
{
    struct sockaddr_un to = command_address(name);
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    char reply;
    if (connect(connection, (struct sockaddr *)&to, sizeof to) < 0) {
        perror(name);
        return 69;
    }
    for (; *commands; commands++)
        dprintf(connection, "%s\n", *commands);
    shutdown(connection, SHUT_WR);
    return read(connection, &reply, 1) == 1 ? 0 : 74;
}

static void destroy(void)
{
    ioctl(device, UI_DEV_DESTROY);
}

int main(int argc, char **argv)
{
    if (argc >= 3 && !strcmp(argv[1], "send"))
        return send_commands(argv[2], argv + 3);
    if (argc != 3) {
        fprintf(stderr, "usage: input-device KIND NAME | input-device send NAME COMMAND...\n");
        return 64;
    }
    int listener = listen_for_commands(argv[2]);
    int status = listener < 0 ? 74 : create(argv[1], argv[2]);
    if (status)
        return status;
    print_node();
    while (serve_commands(listener, run, destroy))
        continue;
    unlink(command_address(argv[2]).sun_path);
    return 0;
}
