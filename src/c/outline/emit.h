/* Edges of an outline. */
#ifndef CHORUS_C_OUTLINE_EMIT_H
#define CHORUS_C_OUTLINE_EMIT_H

#include "c/outline/fresh.h"

typedef struct OutlineStep {
    Term guard;        /* TERM_NONE: true */
    MemoryOrder order; /* of its access to memory */
    VEC(Assign) assigns, args;
    bool has_spawn;
    TemplateId spawn;
} OutlineStep;

typedef VEC(Assign) Saves;

void outline_assign(Outline *o, OutlineStep *step, VarId var, Term value);
/* An edge from where control stands, with the saves; the step is freed. */
void outline_edge(Outline *o, OutlineStep *step, const Saves *saves, LocId to);
/* The values that the next edges must save, as assignments: control goes along one of these edges. From then on they
 * are what was saved. To be freed. */
void outline_save(Outline *o, Saves *saves);
/* Alternatives that lead to one place, where control stands then; all are freed. */
void outline_ways(Outline *o, OutlineStep *steps, uint32_t count);
void outline_step(Outline *o, OutlineStep *step);
/* To an existing location; control does not go on here. */
void outline_leave(Outline *o, OutlineStep *step, LocId to);
/* An assertion fails where the guard holds. */
void outline_fail(Outline *o, Term guard, SourcePos pos);
/* Nothing is known of what follows. */
void outline_limit(Outline *o, const char *why);

#endif
