#include "surround.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 512, WORK = 9, SHARED_VARIABLES = 40 };

typedef struct Writer {
    FILE *to;
    int lines, work; /* pieces of work so far */
} Writer;

static void line(Writer *w, const char *text)
{
    fputs(text, w->to);
    w->lines++;
}

/* WORK lines that read and write a shared variable of no interest. */
static void add_work(Writer *w)
{
    int k = w->work++;
    char shared[32];
    snprintf(shared, sizeof shared, "work_%d", k % SHARED_VARIABLES);
    fprintf(w->to, "        w = %s;\n        if (w > %d) {\n            v = w + %d;\n", shared, k % 7 + 1, k % 5);
    fprintf(w->to, "            if (v == %d) v = 0;\n        } else {\n            v = v + 1;\n        }\n", k % 11);
    fprintf(w->to, "        if (v > 200) v = 0;\n        %s = v;\n", shared);
    w->lines += WORK;
}

static void add_variables(Writer *w)
{
    for (int k = 0; k < SHARED_VARIABLES; k++)
        fprintf(w->to, "shared u8 work_%d = 0;\n", k);
    w->lines += SHARED_VARIABLES;
}

static void copy_program(FILE *in, Writer *w, int lines)
{
    char text[LINE];
    bool has_variables = false, is_inside = false;
    int pieces = lines / WORK;
    while (fgets(text, sizeof text, in)) {
        if (!has_variables && !strncmp(text, "shared", 6)) {
            add_variables(w);
            has_variables = true;
        }
        if (is_inside && !strcmp(text, "    }\n")) /* the loop ends */
            for (; w->work < pieces;)
                add_work(w);
        line(w, text);
        if (!strncmp(text, "template", 8)) line(w, "    local u8 w = 0, v = 0;\n");
        if (strncmp(text, "    while (true) {", 18)) continue;
        is_inside = true;
        while (w->work < pieces / 2)
            add_work(w);
    }
}

bool surround(const char *from, const char *to, int lines, int *written)
{
    FILE *in = fopen(from, "r"), *out = in ? fopen(to, "w") : NULL;
    Writer w = {out, 0, 0};
    if (out) copy_program(in, &w, lines);
    if (in) fclose(in);
    *written = w.lines;
    return out && fclose(out) == 0;
}
