#include "curve.h"

#include <math.h>

enum { WIDTH = 400, HEIGHT = 300, LEFT = 70, TOP = 60, GAP = 90, LEGEND = 22, BOTTOM = 60 };

static const char *const colors[] = {"#1b6ca8", "#c0392b", "#1e8449", "#8e44ad", "#b9770e", "#555555"};

static double at_x(const CurvePanel *p, int panel, double x)
{
    double part = x < 0 ? 0 : x > p->x_max ? 1 : x / p->x_max;
    return (double)(LEFT + panel * (WIDTH + GAP)) + part * (double)WIDTH;
}

static double at_y(const CurvePanel *p, double y)
{
    double value = y < p->y_min ? p->y_min : y > p->y_max ? p->y_max : y;
    double part = (log10(value) - log10(p->y_min)) / (log10(p->y_max) - log10(p->y_min));
    return (double)(TOP + HEIGHT) - part * (double)HEIGHT;
}

static void write_number(FILE *file, double value)
{
    if (value >= 1000000)
        fprintf(file, "%.0f M", value / 1000000);
    else if (value >= 10000)
        fprintf(file, "%.0f 000", value / 1000);
    else
        fprintf(file, "%g", value);
}

static void write_axes(FILE *file, const CurvePanel *p, int panel)
{
    double left = at_x(p, panel, 0), right = at_x(p, panel, p->x_max), bottom = TOP + HEIGHT;
    fprintf(file, "<text class=\"title\" x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (left + right) / 2,
            TOP - 14, p->title);
    for (double y = p->y_min; y < p->y_max * 1.5; y *= 10) {
        fprintf(file, "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", left, at_y(p, y),
                right, at_y(p, y));
        fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", left - 8, at_y(p, y) + 4);
        write_number(file, y);
        fputs("</text>\n", file);
    }
    for (double x = 0; x <= p->x_max; x += p->x_max > 20 ? 10 : 2) {
        fprintf(file, "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\"/>\n", at_x(p, panel, x), TOP,
                at_x(p, panel, x), bottom);
        fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g</text>\n", at_x(p, panel, x), bottom + 18,
                x);
    }
    fprintf(file, "<rect x=\"%.1f\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#333\"/>\n", left, TOP,
            WIDTH, HEIGHT);
    fprintf(file, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">%s</text>\n", (left + right) / 2, bottom + 40,
            p->x_label);
}

static void write_curve(FILE *file, const CurvePanel *p, const Curve *c)
{
    const char *color = colors[c->color % (int)(sizeof colors / sizeof *colors)];
    fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"", color,
            c->dashed ? " stroke-dasharray=\"6 4\"" : "");
    for (int i = 0; i < c->count; i++)
        fprintf(file, "%s%.1f,%.1f", i ? " " : "", at_x(p, c->panel, c->x[i]), at_y(p, c->y[i]));
    fputs("\"/>\n", file);
    for (int i = 0; i < c->count; i++)
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\" stroke=\"%s\"/>\n",
                at_x(p, c->panel, c->x[i]), at_y(p, c->y[i]), c->dashed ? "#fff" : color, color);
}

/* In two columns, each name once. */
static int write_legend(FILE *file, const Curve *curves, int count, int top)
{
    int shown = 0;
    for (int i = 0; i < count; i++) {
        const Curve *c = &curves[i];
        if (!c->name) continue;
        const char *color = colors[c->color % (int)(sizeof colors / sizeof *colors)];
        int x = LEFT + (shown % 2) * (WIDTH + GAP), y = top + shown / 2 * LEGEND;
        fprintf(file, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", x, y,
                x + 36, y, color, c->dashed ? " stroke-dasharray=\"6 4\"" : "");
        fprintf(file, "<text x=\"%d\" y=\"%d\">%s</text>\n", x + 46, y + 4, c->name);
        shown++;
    }
    return (shown + 1) / 2 * LEGEND;
}

void curve_write(FILE *file, const char *title, const CurvePanel *panels, int panel_count, const Curve *curves,
                 int curve_count)
{
    int names = 0, legend_top = TOP + HEIGHT + BOTTOM + 8;
    for (int i = 0; i < curve_count; i++)
        names += curves[i].name != NULL;
    int width = LEFT + panel_count * (WIDTH + GAP) - GAP + 30, height = legend_top + (names + 1) / 2 * LEGEND + 4;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
            "<style>text{font:13px sans-serif;fill:#222}.title{font-weight:bold}.grid{stroke:#ddd}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text class=\"title\" x=\"%d\" y=\"24\" text-anchor=\"middle\" style=\"font-size:16px\">%s</text>\n",
            width, height, width, height, width / 2, title);
    for (int i = 0; i < panel_count; i++)
        write_axes(file, &panels[i], i);
    for (int i = 0; i < curve_count; i++)
        write_curve(file, &panels[curves[i].panel], &curves[i]);
    write_legend(file, curves, curve_count, legend_top);
    fputs("</svg>\n", file);
}
