// The same HUD at rest, as one would write it in C in an afternoon: cairo, its toy text, a picture in memory.
//
//   cold-start-cairo TEXT WIDTHxHEIGHT FILE.png

#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int width, height;
    if (argc != 4 || sscanf(argv[2], "%dx%d", &width, &height) != 2) {
        fprintf(stderr, "usage: cold-start-cairo TEXT WIDTHxHEIGHT FILE.png\n");
        return 64;
    }
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *cairo = cairo_create(picture);
    double x = (width - 96 + 1) / 2, y = (height - 96 + 1) / 2, radius = 10;  // whole pixels

    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x + 96 - radius, y + radius, radius, -M_PI / 2, 0);
    cairo_arc(cairo, x + 96 - radius, y + 96 - radius, radius, 0, M_PI / 2);
    cairo_arc(cairo, x + radius, y + 96 - radius, radius, M_PI / 2, M_PI);
    cairo_arc(cairo, x + radius, y + radius, radius, M_PI, M_PI * 3 / 2);
    cairo_close_path(cairo);
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.75);
    cairo_fill(cairo);

    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_set_line_width(cairo, 3);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_move_to(cairo, x + 34 + 4, y + 22 + 15);
    cairo_line_to(cairo, x + 34 + 11, y + 22 + 22);
    cairo_line_to(cairo, x + 34 + 24, y + 22 + 7);
    cairo_stroke(cairo);

    cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cairo, 16);
    cairo_text_extents_t ink;
    cairo_font_extents_t font;
    cairo_text_extents(cairo, argv[1], &ink);
    cairo_font_extents(cairo, &font);
    cairo_move_to(
        cairo, x + 48 - ink.width / 2 - ink.x_bearing, y + 48 + 24 + (font.ascent - font.descent) / 2);
    cairo_show_text(cairo, argv[1]);

    cairo_surface_flush(picture);
    return cairo_surface_write_to_png(picture, argv[3]) == CAIRO_STATUS_SUCCESS ? 0 : 74;
}
