// fake-kiosk [-m] [-o] [-f RATE] [-n FRAMES] [-x COMMAND] [-X COMMAND] [CARD]: a program that owns the display through DRM. Becomes master,
// sets the mode that is there with a buffer of its own, and with -f flips between two. -m only holds master
// and sets nothing; -o has the card open only, without being master, and prints "open". -x lends an overlay plane on its display to COMMAND, which finds the lease at descriptor 3; -X lets
// COMMAND have the card's descriptor itself there.
// Prints "master", at the end (or on SIGTERM) "flips N failed F". 75 when another program is
// master.
#define _GNU_SOURCE
#include <drm.h>
#include <drm_mode.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct buffer { uint32_t handle, id, pitch; size_t size; uint8_t *memory; };
static volatile sig_atomic_t stopped;
static int card;
static struct drm_mode_modeinfo mode;
static uint32_t crtc, connector;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

// The first connected connector, its preferred mode, and the first CRTC: enough for a machine of one display.
static int choose(void)
{
    uint32_t crtcs[16], connectors[16];
    struct drm_mode_card_res resources = {
        .crtc_id_ptr = (uintptr_t)crtcs, .count_crtcs = 16,
        .connector_id_ptr = (uintptr_t)connectors, .count_connectors = 16
    };
    if (ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &resources) < 0 || !resources.count_crtcs)
        return -1;
    for (uint32_t i = 0; i < resources.count_connectors; i++) {
        struct drm_mode_get_connector probe = { .connector_id = connectors[i] };
        if (ioctl(card, DRM_IOCTL_MODE_GETCONNECTOR, &probe) < 0 || probe.connection != 1 ||
            !probe.count_modes)
            continue;
        struct drm_mode_modeinfo *modes = calloc(probe.count_modes, sizeof *modes);
        struct drm_mode_get_connector get = { .connector_id = connectors[i], .modes_ptr = (uintptr_t)modes,
                                              .count_modes = probe.count_modes };
        struct drm_mode_crtc current = { .crtc_id = crtcs[0] };
        if (ioctl(card, DRM_IOCTL_MODE_GETCONNECTOR, &get) < 0)
            return -1;
        connector = connectors[i];
        crtc = crtcs[0];
        mode = modes[0];
        // No mode set where the console's own mode will do.
        if (ioctl(card, DRM_IOCTL_MODE_GETCRTC, &current) == 0 && current.mode_valid)
            mode = current.mode;
        free(modes);
        return 0;
    }
    return -1;
}

static int create(struct buffer *buffer)
{
    struct drm_mode_create_dumb dumb = { .width = mode.hdisplay, .height = mode.vdisplay, .bpp = 32 };
    if (ioctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &dumb) < 0)
        return -1;
    struct drm_mode_fb_cmd add = { .width = dumb.width, .height = dumb.height, .pitch = dumb.pitch, .bpp = 32,
                                   .depth = 24, .handle = dumb.handle };
    struct drm_mode_map_dumb map = { .handle = dumb.handle };
    if (ioctl(card, DRM_IOCTL_MODE_ADDFB, &add) < 0 || ioctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map) < 0)
        return -1;
    buffer->handle = dumb.handle;
    buffer->id = add.fb_id;
    buffer->pitch = dumb.pitch;
    buffer->size = dumb.size;
    buffer->memory = mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, map.offset);
    return buffer->memory == MAP_FAILED ? -1 : 0;
}

static void draw(struct buffer *buffer, unsigned frame)
{
    for (int y = 0; y < mode.vdisplay; y++) {
        uint32_t *row = (uint32_t *)(buffer->memory + (size_t)y * buffer->pitch);
        for (int x = 0; x < mode.hdisplay; x++)
            row[x] = ((x / 32 + y / 32 + frame) % 2 ? 0x204060u : 0xc08040u) ^ (uint32_t)(x * 3 + y) % 31;
    }
}

static int flip(struct buffer *buffer)
{
    struct drm_mode_crtc_page_flip request = { .crtc_id = crtc, .fb_id = buffer->id,
                                               .flags = DRM_MODE_PAGE_FLIP_EVENT };
    struct pollfd polled = { card, POLLIN, 0 };
    char event[256];
    if (ioctl(card, DRM_IOCTL_MODE_PAGE_FLIP, &request) < 0) {
        perror("fake-kiosk: flip");
        return -1;
    }
    // The signal that ends the program often comes here, and is no failure of the flip.
    int ready;
    do
        ready = poll(&polled, 1, 1000);
    while (ready < 0 && errno == EINTR);
    if (ready == 1 && read(card, event, sizeof event) > 0)
        return 0;
    fprintf(stderr, "fake-kiosk: no event of the flip in a second\n");
    return -1;
}

// Runs a shell command with a copy of a descriptor at 3.
static int run(const char *command, int descriptor)
{
    int child = fork();
    if (child == 0) {
        // It may have this number already; then dup2 would leave it to be closed.
        dup2(fcntl(descriptor, F_DUPFD_CLOEXEC, 10), 3);
        execl("/bin/sh", "sh", "-c", command, NULL);
        _exit(127);
    }
    return child < 0 ? -1 : 0;
}

// The same with a lease of the connector, the CRTC and the first overlay plane.
static int lend(const char *command)
{
    uint32_t planes[32], objects[3] = { connector, crtc };
    struct drm_mode_get_plane_res resources = { .plane_id_ptr = (uintptr_t)planes, .count_planes = 32 };
    // Without the capability only overlays are listed, but with it the primary plane is not lent along.
    struct drm_set_client_cap universal = { DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1 };
    struct drm_mode_create_lease lease = { .object_ids = (uintptr_t)objects, .object_count = 3,
                                           .flags = O_CLOEXEC };
    if (ioctl(card, DRM_IOCTL_MODE_GETPLANERESOURCES, &resources) < 0 || !resources.count_planes)
        return -1;
    objects[2] = planes[0];
    if (ioctl(card, DRM_IOCTL_SET_CLIENT_CAP, &universal) < 0 ||
        ioctl(card, DRM_IOCTL_MODE_CREATE_LEASE, &lease) < 0)
        return -1;
    int result = run(command, lease.fd);
    close(lease.fd);
    return result;
}

int main(int argc, char **argv)
{
    const char *borrower = NULL, *guest = NULL;
    int option, hold_only = 0, open_only = 0;
    unsigned rate = 0, limit = 0, flips = 0, failed = 0;
    while ((option = getopt(argc, argv, "mof:n:x:X:")) != -1) {
        if (option == 'm')
            hold_only = 1;
        else if (option == 'o')
            open_only = 1;
        else if (option == 'f')
            rate = atoi(optarg);
        else if (option == 'x')
            borrower = optarg;
        else if (option == 'X')
            guest = optarg;
        else if (option == 'n')
            limit = atoi(optarg);
        else
            return 64;
    }
    const char *path = optind < argc ? argv[optind] : "/dev/dri/card0";
    card = open(path, O_RDWR | O_CLOEXEC);
    if (card < 0) {
        perror(path);
        return 69;
    }
    if (open_only) {
        ioctl(card, DRM_IOCTL_DROP_MASTER, 0); // the first to open a card is its master
        puts("open");
        fflush(stdout);
        while (1)
            pause();
    }
    if (ioctl(card, DRM_IOCTL_SET_MASTER, 0) < 0) {
        int status = errno == EBUSY ? 75 : 77; // before perror, which may change errno
        perror("fake-kiosk: SET_MASTER");
        return status;
    }
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    struct buffer buffers[2] = { 0 };
    if (!hold_only) {
        if (choose() < 0 || create(&buffers[0]) < 0 || create(&buffers[1]) < 0) {
            perror("fake-kiosk: buffers");
            return 74;
        }
        draw(&buffers[0], 0);
        struct drm_mode_crtc set = { .crtc_id = crtc, .fb_id = buffers[0].id, .mode = mode, .mode_valid = 1,
                                     .set_connectors_ptr = (uintptr_t)&connector, .count_connectors = 1 };
        if (ioctl(card, DRM_IOCTL_MODE_SETCRTC, &set) < 0) {
            perror("fake-kiosk: SETCRTC");
            return 74;
        }
    }
    if ((borrower && lend(borrower) < 0) || (guest && run(guest, card) < 0)) {
        perror("fake-kiosk: letting a HUD in");
        return 74;
    }
    puts("master");
    fflush(stdout);
    while (!stopped && (!limit || flips + failed < limit)) {
        if (!rate || hold_only) {
            pause();
            continue;
        }
        struct buffer *back = &buffers[(flips + 1) % 2];
        draw(back, flips + 1);
        if (flip(back) < 0)
            failed++;
        else
            flips++;
        usleep(1000000 / rate);
    }
    printf("flips %u failed %u\n", flips, failed);
    return 0;
}
