// drm-properties [CARD]: every property of every plane, CRTC and connector, as "plane 31 alpha 65535" a line,
// to compare before and after. Opening a card can make the opener master: it is given up at once.
#define _GNU_SOURCE
#include <drm.h>
#include <drm_mode.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MANY = 64 };
static int card;

static void print_object(const char *kind, uint32_t id, uint32_t type)
{
    uint32_t properties[MANY];
    uint64_t values[MANY];
    struct drm_mode_obj_get_properties get = {
        .props_ptr = (uintptr_t)properties, .prop_values_ptr = (uintptr_t)values, .count_props = MANY,
        .obj_id = id, .obj_type = type
    };
    if (ioctl(card, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &get) < 0)
        return;
    for (uint32_t i = 0; i < get.count_props && i < MANY; i++) {
        struct drm_mode_get_property property = { .prop_id = properties[i] };
        if (ioctl(card, DRM_IOCTL_MODE_GETPROPERTY, &property) < 0)
            continue;
        for (char *c = property.name; *c; c++)
            if (*c == ' ')
                *c = '_';
        printf("%s %u %s %llu\n", kind, id, property.name, (unsigned long long)values[i]);
    }
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "/dev/dri/card0";
    uint32_t planes[MANY], crtcs[MANY], connectors[MANY];
    card = open(path, O_RDWR | O_CLOEXEC);
    if (card >= 0)
        ioctl(card, DRM_IOCTL_DROP_MASTER, 0);
    struct drm_set_client_cap all = { DRM_CLIENT_CAP_ATOMIC, 1 };
    struct drm_mode_get_plane_res plane_list = { .plane_id_ptr = (uintptr_t)planes, .count_planes = MANY };
    struct drm_mode_card_res lists = { .crtc_id_ptr = (uintptr_t)crtcs, .count_crtcs = MANY,
                                       .connector_id_ptr = (uintptr_t)connectors, .count_connectors = MANY };
    if (card < 0 || ioctl(card, DRM_IOCTL_SET_CLIENT_CAP, &all) < 0 ||
        ioctl(card, DRM_IOCTL_MODE_GETPLANERESOURCES, &plane_list) < 0 ||
        ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &lists) < 0) {
        perror(path);
        return 69;
    }
    for (uint32_t i = 0; i < plane_list.count_planes && i < MANY; i++)
        print_object("plane", planes[i], DRM_MODE_OBJECT_PLANE);
    for (uint32_t i = 0; i < lists.count_crtcs && i < MANY; i++)
        print_object("crtc", crtcs[i], DRM_MODE_OBJECT_CRTC);
    for (uint32_t i = 0; i < lists.count_connectors && i < MANY; i++)
        print_object("connector", connectors[i], DRM_MODE_OBJECT_CONNECTOR);
    return 0;
}
