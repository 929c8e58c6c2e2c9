/* The accesses are derived from what edges read and assign, those that are sequentially consistent as atomic ones, and
 * races of them are asked as those of a program are (program/monitor.h): the error edges that are not excused make the
 * difference. First it is asked about atomic accesses alone, then about all.
 *
 * A step may read memory and wait for what it reads, or for a lock: "the flag is set" is one step. The access is made
 * all the same while the thread waits. UNSOUND if such an access counted only where the step can be taken. */
#include "facts/exclusion/memory_model.h"

#include <string.h>

#include "base/check.h"
#include "facts/exclusion/reason.h"
#include "facts/exclusion/team.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "program/access.h"
#include "program/analysis/settled.h"
#include "program/copy.h"
#include "program/monitor.h"

#define TEAM_EFFORT 50000000 /* of the solver: ten seconds */

#define PAIRS_MOST 4000000u /* of accesses to one variable; where there are more it is not asked */

/* ---- the accesses ---- */

typedef struct MemoryAccesses {
    Program *p;     /* a copy: edges have the accesses in question, and no edge is an error */
    uint64_t pairs; /* so many at most, of some variable */
} MemoryAccesses;

/* Objects for what is memory. */
static uint32_t *add_memory_objects(Program *p)
{
    uint32_t *objects = run_alloc(p->run, (p->vars.count + 1) * sizeof *objects);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *var = &p->vars.data[v];
        objects[v] = var->is_memory ? program_add_object(p, var->name, var->pos) : NO_ID;
    }
    return objects;
}

static void count_pairs(MemoryAccesses *a)
{
    uint64_t *of = run_alloc(a->p->run, (a->p->objects.count + 1) * sizeof *of);
    for (uint32_t i = 0; i < a->p->edges.count; i++)
        for (uint32_t k = 0; k < a->p->edges.data[i].access_count; k++)
            of[a->p->edges.data[i].accesses[k].object]++;
    for (uint32_t i = 0; i < a->p->objects.count; i++)
        if (of[i] * of[i] > a->pairs) a->pairs = of[i] * of[i];
    run_release(a->p->run, of);
}

static void note_shared_read(void *arg, Term var)
{
    void **call = arg;
    const Program *p = call[0];
    bool *found = call[1];
    *found |= p->vars.data[term_symbol(p->tm, var)].class == VAR_SHARED;
}

/* Whether a thread may have to wait for others before it takes the edge. */
static bool may_wait(const Program *p, const Edge *e)
{
    bool found = false;
    void *call[2] = {(void *)(uintptr_t)p, &found};
    term_for_each_var(p->tm, e->guard, note_shared_read, call);
    return found;
}

/* The accesses of the edge, or of a step of their own without effect where the edge may have to wait. */
static void derive(Program *p, EdgeId edge, const uint32_t *objects)
{
    program_derive_accesses(p, edge, objects);
    Edge *e = &p->edges.data[edge.i];
    for (uint32_t i = 0; i < e->access_count; i++)
        e->accesses[i].is_atomic = e->order == MEMORY_ORDERED;
    if (!e->access_count || !may_wait(p, e)) return;
    Edge access = edge_make(e->from, e->from, e->pos);
    access.accesses = e->accesses;
    access.access_count = e->access_count;
    access.order = e->order;
    e->accesses = NULL;
    e->access_count = 0;
    program_add_edge(p, &access); /* e may have moved */
}

/* Accesses that are weaker than that are left out. */
static MemoryAccesses accesses_make(Program *p, MemoryOrder weakest)
{
    MemoryAccesses a = {program_copy_frame(p, true), 0};
    a.p->objects.count = 0;
    uint32_t *objects = add_memory_objects(a.p);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        Edge e = p->edges.data[i];
        e.accesses = NULL;
        e.access_count = 0;
        e.is_error = false; /* what is asked is the accesses' */
        e.property = PROPERTY_UNREACH_CALL;
        e.what = NULL;
        program_add_edge(a.p, &e);
    }
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].order <= weakest) derive(a.p, (EdgeId){i}, objects);
    run_release(p->run, objects);
    program_index(a.p);
    program_infer_cardinality(a.p);
    count_pairs(&a);
    return a;
}

/* ---- places ---- */

static bool is_line_before(SourcePos a, SourcePos b)
{
    if (!b.file) return a.file != NULL;
    return a.file && strcmp(a.file, b.file) == 0 && a.line < b.line;
}

/* The first access to one of the objects that is not sequentially consistent. */
static SourcePos first_weak(const Program *p, const bool *objects)
{
    SourcePos first = {NULL, 0, 0};
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        for (uint32_t k = 0; k < e->access_count; k++)
            if (e->order != MEMORY_ORDERED && (!objects || objects[e->accesses[k].object]) &&
                is_line_before(e->pos, first))
                first = e->pos;
    }
    return first;
}

/* ---- the question ---- */

/* Which objects have accesses that may be made at once, as far as the reasons say? False: none has. */
static bool find_conflicts(const MemoryAccesses *a, bool *objects)
{
    bool any = false;
    settle_guards(a->p);
    Program *monitored = monitor_races(a->p, NULL);
    for (uint32_t i = 0; i < monitored->edges.count && !any; i++)
        any = monitored->edges.data[i].is_error;
    if (!any) return false;
    Reasons *r = reasons_find(monitored);
    TeamSearch teams = {TEAM_EFFORT, false};
    Excuses excuses = reasons_excuse(r, monitored, team_is_possible(monitored) ? &teams : NULL);
    any = false;
    for (uint32_t i = 0; i < monitored->edges.count; i++) {
        const Edge *e = &monitored->edges.data[i];
        if (!e->is_error || excuses.errors[i]) continue;
        CHECK(e->access_count == 1);
        any = objects[e->accesses[0].object] = true;
    }
    reasons_free(r);
    return any;
}

/* Whether accesses make a difference, of which none is weaker than that; and the first. */
static bool accesses_matter(Program *p, MemoryOrder weakest, bool is_guess, SourcePos *first)
{
    MemoryAccesses a = accesses_make(p, weakest);
    *first = first_weak(a.p, NULL);
    if (!first->file || is_guess || a.pairs > PAIRS_MOST) return first->file != NULL;
    bool *objects = run_alloc(p->run, a.p->objects.count + 1);
    if (!find_conflicts(&a, objects)) return false;
    *first = first_weak(a.p, objects);
    return true;
}

static MemoryModel ask_memory_model(Program *p, bool is_race_free, bool is_guess)
{
    MemoryModel m = {MEMORY_NEEDS_NOTHING, {NULL, 0, 0}};
    if (accesses_matter(p, MEMORY_RELAXED, is_guess, &m.first))
        m.need = MEMORY_NEEDS_INTERLEAVING;
    else if (!is_race_free && accesses_matter(p, MEMORY_PLAIN, is_guess, &m.first))
        m.need = MEMORY_NEEDS_NO_RACES;
    else
        m.first = (SourcePos){NULL, 0, 0};
    return m;
}

MemoryModel memory_model_guess(Program *p, bool is_race_free) { return ask_memory_model(p, is_race_free, true); }

MemoryModel memory_model_find(Program *p, bool is_race_free) { return ask_memory_model(p, is_race_free, false); }
