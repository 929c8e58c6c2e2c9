/* What would be unsound to change: an arbitrary initial value may be replaced by a constant only where nothing reads it
 * (the variable is dead at the thread's start, or a parameter that every start sets); and a copy of a location at which
 * no more threads are started may not be eager, because a loop that starts threads has become one that does not. */
#include "program/analysis/replicate.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "program/analysis/liveness.h"
#include "program/check.h"
#include "program/copy.h"
#include "program/step.h"

typedef struct Replication {
    Replica *r;
    Program *p, *out;
    uint32_t n, spawner; /* the template that starts threads, NO_ID: none */
    uint32_t *templates; /* per template of p: its first copy */
    uint32_t *locs;      /* per location of p: its first copy */
    Liveness *live;
} Replication;

uint32_t replica_copies(const Replica *r, uint32_t template)
{
    CHECK(program_has_template(r->original, (TemplateId){template}));
    return r->original->templates.data[template].initial == COUNT_ONE ? 1 : r->threads;
}

typedef struct Renaming {
    const Replica *r;
    uint32_t copy;
} Renaming;

static VarId copy_of(const Replica *r, VarId v, uint32_t copy)
{
    CHECK(program_has_var(r->original, v));
    CHECK(r->original->vars.data[v.i].class != VAR_LOCAL ||
          copy < replica_copies(r, r->original->vars.data[v.i].template.i));
    if (copy && r->original->vars.data[v.i].class == VAR_LOCAL) v.i = r->vars[v.i] + copy - 1;
    return v;
}

static Term rename_to_copy(void *arg, TermManager *tm, Term var)
{
    const Renaming *n = arg;
    VarId v = {term_symbol(tm, var)}, to = copy_of(n->r, v, n->copy);
    return to.i == v.i ? TERM_NONE : term_var(tm, n->r->original->vars.data[v.i].sort, to.i, 0);
}

Term replica_term(const Replica *r, Term t, uint32_t copy)
{
    Renaming n = {r, copy};
    return copy ? term_substitute(r->original->tm, t, rename_to_copy, &n) : t;
}

/* ---- who starts whom ---- */

static const char *find_spawner(Replication *x)
{
    const Program *p = x->p;
    x->spawner = NO_ID;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->spawn.i == NO_ID) continue;
        uint32_t from = p->locs.data[e->from.i].template.i;
        if (p->templates.data[from].initial != COUNT_ONE) return "threads are started by threads that are replicated";
        if (p->templates.data[e->spawn.i].initial != COUNT_NONE) return "a thread of the beginning is started again";
        if (x->spawner != NO_ID && x->spawner != from) return "several threads start threads";
        x->spawner = from;
    }
    return NULL;
}

/* ---- variables ---- */

static bool is_always_set(const Program *p, uint32_t template, VarId v)
{
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (e->spawn.i == template && !term_is(step_argument(e, v))) return false;
    }
    return true;
}

/* The value before the thread starts. Where none is ever read, a constant spares the abstraction a choice. */
static Term initial_value_of_copy(const Replication *x, VarId v)
{
    const Var *info = &x->p->vars.data[v.i];
    const Template *t = &x->p->templates.data[info->template.i];
    if (term_is(info->init) && !info->is_parameter) return info->init;
    bool read = info->is_parameter ? t->initial != COUNT_NONE || !is_always_set(x->p, info->template.i, v)
                                   : liveness_is_live(x->live, t->entry, v);
    return read || info->sort.kind == SORT_ARRAY ? TERM_NONE : term_const(x->p->tm, info->sort, 0);
}

static Var shared_copy(const Replication *x, VarId v, uint32_t copy)
{
    Var info = x->p->vars.data[v.i];
    bool several = replica_copies(x->r, info.template.i) > 1;
    if (several) info.name = run_format(x->p->run, "%s_%u", info.name, copy + 1);
    info.init = initial_value_of_copy(x, v);
    CHECK(info.class == VAR_LOCAL && copy < replica_copies(x->r, info.template.i));
    info.class = VAR_SHARED;
    info.template.i = NO_ID;
    info.is_parameter = false;
    return info;
}

static void add_variable_copies(Replication *x)
{
    Program *p = x->p;
    for (uint32_t i = 0; i < p->vars.count; i++) {
        Var v = p->vars.data[i].class == VAR_LOCAL ? shared_copy(x, (VarId){i}, 0) : p->vars.data[i];
        program_add_var(x->out, &v);
    }
    for (uint32_t i = 0; i < p->vars.count; i++) {
        x->r->vars[i] = x->out->vars.count;
        if (p->vars.data[i].class != VAR_LOCAL) continue;
        for (uint32_t c = 1; c < replica_copies(x->r, p->vars.data[i].template.i); c++) {
            Var v = shared_copy(x, (VarId){i}, c);
            program_add_var(x->out, &v);
        }
    }
}

/* ---- templates and locations ---- */

static void add_templates(Replication *x)
{
    Program *p = x->p;
    uint32_t kind = 0, kinds = 0;
    for (uint32_t t = 0; t < p->templates.count; t++) {
        const Template *from = &p->templates.data[t];
        uint32_t copies = replica_copies(x->r, t);
        x->templates[t] = x->out->templates.count;
        for (uint32_t c = 0; c < copies; c++) {
            const char *name = copies > 1 ? run_format(p->run, "%s_%u", from->name, c + 1) : from->name;
            TemplateId id = program_add_template(x->out, name);
            Template *to = &x->out->templates.data[id.i];
            to->initial = from->initial == COUNT_NONE ? COUNT_NONE : COUNT_ONE;
            to->cardinality = COUNT_ONE;
            if (from->initial != COUNT_NONE) x->r->kinds[kinds++] = kind;
        }
        kind += from->initial != COUNT_NONE;
    }
}

static uint32_t location_copies(const Replication *x, uint32_t template)
{
    return template == x->spawner ? x->n + 1 : replica_copies(x->r, template);
}

static void add_location_copies(Replication *x)
{
    Program *p = x->p;
    for (uint32_t l = 0; l < p->locs.count; l++) {
        const Loc *from = &p->locs.data[l];
        bool spawns = from->template.i == x->spawner;
        x->locs[l] = x->out->locs.count;
        for (uint32_t c = 0; c < location_copies(x, from->template.i); c++) {
            Loc to = *from;
            to.template.i = x->templates[from->template.i] + (spawns ? 0 : c);
            if (spawns && c == x->n) to.eager = false;
            vec_push(p->run, &x->out->locs, to);
        }
    }
    for (uint32_t t = 0; t < p->templates.count; t++)
        for (uint32_t c = 0; c < replica_copies(x->r, t); c++)
            x->out->templates.data[x->templates[t] + c].entry.i =
                x->locs[p->templates.data[t].entry.i] + (t == x->spawner ? 0 : c);
}

/* ---- edges ---- */

/* at: the copy of the location, which for the thread that starts others is the number of those it has started. */
static void add_edge_copy(Replication *x, uint32_t edge, uint32_t at)
{
    Program *p = x->p;
    Edge e = p->edges.data[edge];
    bool spawner = p->locs.data[e.from.i].template.i == x->spawner;
    uint32_t copy = spawner ? 0 : at;
    bool starts = e.spawn.i != NO_ID && at < x->n;
    e.from.i = x->locs[e.from.i] + at;
    e.to.i = x->locs[e.to.i] + at + (starts ? 1 : 0);
    e.accesses = NULL; /* what races is an error edge by now */
    e.access_count = 0;
    e.guard = replica_term(x->r, e.guard, copy);
    uint32_t count = e.assign_count + (starts ? e.arg_count : 0);
    Assign *assigns = run_alloc(p->run, (count + 1) * sizeof *assigns);
    for (uint32_t i = 0; i < count; i++) {
        bool own = i < e.assign_count;
        Assign a = own ? e.assigns[i] : e.args[i - e.assign_count];
        assigns[i] = (Assign){copy_of(x->r, a.var, own ? copy : at), replica_term(x->r, a.value, copy)};
    }
    e.assigns = assigns;
    e.assign_count = count;
    e.args = NULL;
    e.arg_count = 0;
    e.spawn.i = starts ? x->templates[e.spawn.i] + at : NO_ID;
    program_add_edge(x->out, &e);
    run_release(p->run, assigns);
    CHECK(x->out->locs.data[e.from.i].origin == p->locs.data[p->edges.data[edge].from.i].origin);
    CHECK(e.is_error == p->edges.data[edge].is_error && e.arg_count == 0);
    x->r->edges[x->out->edges.count - 1] = edge;
}

static void add_edge_copies(Replication *x)
{
    Program *p = x->p;
    size_t total = 0;
    for (uint32_t i = 0; i < p->edges.count; i++)
        total += location_copies(x, p->locs.data[p->edges.data[i].from.i].template.i);
    x->r->edges = run_alloc(p->run, (total + 1) * sizeof *x->r->edges);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t c = 0; c < location_copies(x, p->locs.data[p->edges.data[i].from.i].template.i); c++)
            add_edge_copy(x, i, c);
    CHECK(x->out->edges.count == total);
}

Replica *program_replicate(Program *p, uint32_t n, const char **why)
{
    Run *run = p->run;
    Replication x = {.p = p, .n = n};
    *why = find_spawner(&x);
    if (*why) return NULL;
    x.r = run_alloc(run, sizeof *x.r);
    *x.r = (Replica){.original = p, .program = program_copy_empty(p), .threads = n};
    x.r->vars = run_alloc(run, (p->vars.count + 1) * sizeof *x.r->vars);
    x.r->kinds = run_alloc(run, ((size_t)p->templates.count * n + 1) * sizeof *x.r->kinds);
    x.out = x.r->program;
    x.templates = run_alloc(run, (p->templates.count + 1) * sizeof *x.templates);
    x.locs = run_alloc(run, (p->locs.count + 1) * sizeof *x.locs);
    x.live = liveness_new(p);
    add_variable_copies(&x);
    add_templates(&x);
    add_location_copies(&x);
    add_edge_copies(&x);
    program_index(x.out);
    program_require(x.out, "replicated program");
    for (uint32_t v = 0; v < x.out->vars.count; v++)
        CHECK(x.out->vars.data[v].class != VAR_LOCAL);
    return x.r;
}
