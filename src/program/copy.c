#include "program/copy.h"

#include <string.h>

#include "base/check.h"

/* A copy of the struct, from which is taken away what the copy has for itself: a new member of Program, Template, Var
 * or Loc is copied unless it is named here. */
Program *program_copy_empty(const Program *p)
{
    Program *out = program_new(p->run, p->tm);
    *out = *p;
    memset(&out->vars, 0, sizeof out->vars);
    memset(&out->templates, 0, sizeof out->templates);
    memset(&out->locs, 0, sizeof out->locs);
    memset(&out->edges, 0, sizeof out->edges);
    memset(&out->places, 0, sizeof out->places);
    memset(&out->objects, 0, sizeof out->objects);
    for (uint32_t i = 0; i < p->objects.count; i++)
        vec_push(out->run, &out->objects, p->objects.data[i]);
    out->out_start = out->out_edges = NULL;
    return out;
}

Program *program_copy_frame(const Program *p, bool with_locations)
{
    Program *out = program_copy_empty(p);
    for (uint32_t i = 0; i < p->templates.count; i++) {
        Template t = p->templates.data[i];
        memset(&t.locals, 0, sizeof t.locals); /* program_add_var fills it */
        if (!with_locations) t.entry.i = NO_ID;
        vec_push(out->run, &out->templates, t);
    }
    for (uint32_t i = 0; i < p->vars.count; i++)
        program_add_var(out, &p->vars.data[i]);
    for (uint32_t i = 0; i < p->locs.count && with_locations; i++)
        vec_push(out->run, &out->locs, p->locs.data[i]);
    CHECK(out->templates.count == p->templates.count && out->vars.count == p->vars.count);
    for (uint32_t i = 0; i < p->templates.count; i++)
        CHECK(out->templates.data[i].locals.count == p->templates.data[i].locals.count);
    return out;
}
