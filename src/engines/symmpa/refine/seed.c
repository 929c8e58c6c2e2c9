#include "engines/symmpa/refine/seed.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/analysis/liveness.h"
#include "program/random_run.h"
#include "program/random_run.h"

/* More values than these of a variable that depends on inputs say nothing about the values it may have. */
#define TAINTED_VALUES 8

typedef struct ValueSet {
    uint64_t *values;
    uint32_t count;
    bool many;
} ValueSet;

typedef struct Seeding {
    Program *p;
    Liveness *live;
    ValueSet *sets; /* per variable */
    uint32_t max_values;
} Seeding;

static void add_seed_value(Seeding *s, uint32_t v, uint64_t value)
{
    ValueSet *set = &s->sets[v];
    if (set->many) return;
    CHECK(set->count <= s->max_values);
    for (uint32_t i = 0; i < set->count; i++)
        if (set->values[i] == value) return;
    if (set->count == s->max_values) {
        set->many = true;
        return;
    }
    if (!set->values) set->values = run_alloc(s->p->run, s->max_values * sizeof *set->values);
    set->values[set->count++] = value;
}

static void collect_state_values(void *arg, const State *state)
{
    Seeding *s = arg;
    for (uint32_t v = 0; v < s->p->vars.count; v++)
        if (s->p->vars.data[v].class == VAR_SHARED && s->p->vars.data[v].sort.kind != SORT_ARRAY)
            add_seed_value(s, v, state->shared[v].bits);
    for (uint32_t t = 0; t < state->threads.count; t++) {
        const ThreadState *thread = &state->threads.data[t];
        const Template *template = &s->p->templates.data[thread->template.i];
        for (uint32_t i = 0; i < template->locals.count; i++)
            if (s->p->vars.data[template->locals.data[i]].sort.kind != SORT_ARRAY &&
                liveness_is_live(s->live, thread->loc, (VarId){template->locals.data[i]}))
                add_seed_value(s, template->locals.data[i], thread->locals[i].bits);
    }
}

/* ---- taint: variables that depend on inputs or arbitrary initial values ---- */

typedef struct Taint {
    Program *p;
    bool *tainted;
    bool found;
} Taint;

static void look_for_taint(void *arg, Term var)
{
    Taint *t = arg;
    uint32_t v = term_symbol(t->p->tm, var);
    if (t->p->vars.data[v].class == VAR_INPUT || t->tainted[v]) t->found = true;
}

static bool spread_taint(Taint *t, const Assign *assigns, uint32_t count)
{
    bool changed = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = assigns[i].var.i;
        if (t->tainted[v]) continue;
        t->found = false;
        term_for_each_var(t->p->tm, assigns[i].value, look_for_taint, t);
        if (t->found) t->tainted[v] = changed = true;
    }
    return changed;
}

/* On the merged program, where dead locals and havocs before assignments have vanished. */
static bool *find_tainted(Program *p)
{
    Taint t = {p, run_alloc(p->run, p->vars.count + 1), false};
    for (uint32_t v = 0; v < p->vars.count; v++)
        t.tainted[v] = p->vars.data[v].class == VAR_SHARED && !term_is(p->vars.data[v].init);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            changed |= spread_taint(&t, p->edges.data[i].assigns, p->edges.data[i].assign_count);
            changed |= spread_taint(&t, p->edges.data[i].args, p->edges.data[i].arg_count);
        }
    }
    return t.tainted;
}

typedef struct UsedVars {
    Program *p;
    bool *used;
} UsedVars;

static void mark_used(void *arg, Term var)
{
    UsedVars *u = arg;
    u->used[term_symbol(u->p->tm, var)] = true;
}

static bool *find_used(Program *p)
{
    UsedVars u = {p, run_alloc(p->run, p->vars.count + 1)};
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        term_for_each_var(p->tm, e->guard, mark_used, &u);
        for (uint32_t k = 0; k < e->assign_count; k++)
            term_for_each_var(p->tm, e->assigns[k].value, mark_used, &u);
    }
    return u.used;
}

uint32_t discover_values(Program *original, Program *merged, Predicates *set, Rng *rng, uint32_t max_threads,
                         uint32_t max_values, bool tainted_too)
{
    Run *run = original->run;
    CHECK(original->vars.count == merged->vars.count); /* the same numbers */
    Seeding s = {original, liveness_new(original), run_alloc(run, (original->vars.count + 1) * sizeof(ValueSet)),
                 max_values};
    Interpreter *in = interpreter_new(original);
    for (uint32_t i = 0; i < 40; i++) {
        run_poll(run);
        interpreter_random_run(in, rng, 1 + i % max_threads, 400, collect_state_values, &s, NULL);
    }
    bool *tainted = find_tainted(merged), *used = find_used(merged);
    uint32_t added = 0;
    for (uint32_t v = 0; v < original->vars.count; v++) {
        const ValueSet *values = &s.sets[v];
        if (values->many || values->count < 2 || !used[v]) continue;
        if (tainted[v] && (!tainted_too || values->count > TAINTED_VALUES)) continue;
        CHECK(values->count <= max_values && merged->vars.data[v].class != VAR_INPUT);
        Term x = program_var_term(merged, (VarId){v});
        run_log(run, 2, "  %s takes %u values", merged->vars.data[v].name, values->count);
        for (uint32_t i = 0; i < values->count; i++) {
            Term c = term_const(merged->tm, merged->vars.data[v].sort, values->values[i]);
            added += predicates_add(set, term_eq(merged->tm, x, c));
        }
    }
    run_release(run, tainted);
    run_release(run, used);
    return added;
}
