/* Curves as a self-contained SVG: panels side by side with a linear and a logarithmic axis, and one legend. */
#ifndef BENCH_CURVE_H
#define BENCH_CURVE_H

#include <stdio.h>

enum { CURVE_POINTS = 64 };

typedef struct Curve {
    const char *name;
    int color; /* from 0; curves that belong together have the same */
    int panel;
    int dashed;
    int count;
    double x[CURVE_POINTS], y[CURVE_POINTS];
} Curve;

typedef struct CurvePanel {
    const char *title, *x_label;
    double x_max, y_min, y_max; /* y: powers of ten */
} CurvePanel;

/* Points outside of a panel's range are drawn on its border. */
void curve_write(FILE *file, const char *title, const CurvePanel *panels, int panel_count, const Curve *curves,
                 int curve_count);

#endif
