#include "c/exact/threads/lock_order.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/model/names.h"
#include "c/exact/threads/owned.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"

/* ---- resources ---- */

static uint32_t find_resource(const LockOrder *o, unsigned kind, uint32_t id)
{
    for (uint32_t r = 0; r < o->resources.count; r++)
        if (o->resources.data[r].kind == kind && o->resources.data[r].id == id) return r;
    return NO_ID;
}

static uint32_t find_ending(const Lowering *L, uint32_t creation)
{
    for (uint32_t i = 0; i < L->waits.endings.count; i++)
        if (L->waits.endings.data[i].creation == creation) return i;
    return NO_ID;
}

uint32_t lock_order_target(const LockOrder *o, const Wait *w)
{
    uint32_t target = NO_ID;
    if (w->kind == WAIT_TAKE || w->kind == WAIT_READ) target = find_resource(o, RESOURCE_LOCK, w->id);
    if (w->kind == WAIT_JOIN) target = find_resource(o, RESOURCE_THREAD, find_ending(o->L, w->id));
    /* a thread without an end is not told from others */
    return target == NO_ID ? o->resources.count - 1 : target;
}

static const char *lock_variable_name(const Lowering *L, uint32_t cell)
{
    const Cell *c = &L->cells.data[cell];
    const char *name = L->program->vars.data[c->var.i].name;
    if (c->sync != SYNC_RWLOCK) return name;
    const char *end = strstr(name, ".writer");
    return end ? run_strndup(L->run, name, (size_t)(end - name)) : name;
}

static void add_resources(LockOrder *o)
{
    Lowering *L = o->L;
    for (uint32_t i = 0; i < L->waits.list.count; i++) {
        const Wait *w = &L->waits.list.data[i];
        if (w->kind == WAIT_TAKE || w->kind == WAIT_READ) {
            if (find_resource(o, RESOURCE_LOCK, w->id) != NO_ID) continue;
            Resource r = {RESOURCE_LOCK, w->id, lock_variable_name(L, w->id)};
            vec_push(L->run, &o->resources, r);
        } else {
            uint32_t ending = w->kind == WAIT_JOIN ? find_ending(L, w->id) : NO_ID;
            if (ending == NO_ID || find_resource(o, RESOURCE_THREAD, ending) != NO_ID) continue;
            Resource r = {RESOURCE_THREAD, ending, L->waits.endings.data[ending].name};
            vec_push(L->run, &o->resources, r);
        }
    }
    Resource anybody = {RESOURCE_ANYBODY, 0, "a thread"};
    vec_push(L->run, &o->resources, anybody);
}

/* ---- who may hold what, where ---- */

/* Whether others may know the name of such a thread: of main only when it asks for its own. */
static bool has_known_name(const Lowering *L, const Thread *t)
{
    for (uint32_t i = 0; i < L->key_vars.count; i++)
        if (L->key_vars.data[i].kind == THREAD_SELF && program_is_local_of(L->program, L->key_vars.data[i].var, t->id))
            return true;
    return !t->is_main;
}

Term lock_order_own(const LockOrder *o, uint32_t resource, TemplateId thread)
{
    Lowering *L = o->L;
    const Resource *r = &o->resources.data[resource];
    if (r->kind == RESOURCE_ANYBODY) return term_bool(L->tm, has_known_name(L, L->threads.data[thread.i]));
    if (r->kind == RESOURCE_THREAD) {
        const Ending *e = &L->waits.endings.data[r->id];
        if (e->thread.i != thread.i) return term_bool(L->tm, false);
        return term_is(e->own) ? e->own : term_bool(L->tm, true);
    }
    return owned_term(L, r->id, thread);
}

/* Whether the edge makes the variable something else than zero; *is_set: whether it assigns it. */
static bool sets(const Lowering *L, const Edge *e, VarId var, bool *is_set)
{
    for (uint32_t i = 0; i < e->assign_count; i++) {
        Term value = e->assigns[i].value;
        if (e->assigns[i].var.i != var.i) continue;
        *is_set = true;
        return !term_is_const(L->tm, value) || term_value(L->tm, value) != 0;
    }
    *is_set = false;
    return false;
}

/* One variable: it is zero when the thread starts. */
static void find_held(LockOrder *o, bool *may, VarId var)
{
    Program *p = o->L->program;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            bool is_set, after;
            if (may[e->to.i] || p->locs.data[e->from.i].template.i != p->vars.data[var.i].template.i) continue;
            after = sets(o->L, e, var, &is_set);
            if (!after && (is_set || !may[e->from.i])) continue;
            may[e->to.i] = changed = true;
        }
        run_poll(p->run);
    }
}

static void find_holders(LockOrder *o, uint32_t resource)
{
    Lowering *L = o->L;
    const Resource *r = &o->resources.data[resource];
    bool *may = &o->may[(size_t)resource * o->loc_count];
    for (uint32_t t = 0; t < L->threads.count; t++) {
        TemplateId id = L->threads.data[t]->id;
        if (r->kind == RESOURCE_LOCK) {
            VarId var = owned_variable(L, r->id, id);
            if (var.i != NO_ID) find_held(o, may, var);
            continue;
        }
        bool holds = !term_is_false(L->tm, lock_order_own(o, resource, id));
        for (uint32_t l = 0; holds && l < o->loc_count; l++)
            may[l] |= L->program->locs.data[l].template.i == id.i;
    }
}

/* The locations that control flow reaches. */
static void find_reached_locs(LockOrder *o)
{
    Program *p = o->L->program;
    for (uint32_t t = 0; t < p->templates.count; t++)
        o->reached[p->templates.data[t].entry.i] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            if (!o->reached[e->from.i] || o->reached[e->to.i]) continue;
            o->reached[e->to.i] = changed = true;
        }
        run_poll(p->run);
    }
}

bool lock_order_may_hold(const LockOrder *o, uint32_t resource, LocId loc)
{
    return o->may[(size_t)resource * o->loc_count + loc.i];
}

/* ---- the order ---- */

static void add_wait_edges(LockOrder *o)
{
    uint32_t n = o->resources.count;
    for (uint32_t i = 0; i < o->L->waits.list.count; i++) {
        const Wait *w = &o->L->waits.list.data[i];
        uint32_t b = lock_order_target(o, w);
        for (uint32_t a = 0; a < n; a++)
            if (lock_order_may_hold(o, a, w->loc)) o->edges[a * n + b] |= (uint8_t)(1u << w->kind);
    }
    for (uint32_t i = 0; i < n * n; i++)
        o->leads[i] = o->edges[i] != 0;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; o->leads[a * n + k] && b < n; b++)
                o->leads[a * n + b] |= o->leads[k * n + b];
}

bool lock_order_is_cyclic(const LockOrder *o, uint32_t a, uint32_t b, unsigned kind)
{
    uint32_t n = o->resources.count;
    CHECK(a < n && b < n);
    return (o->edges[a * n + b] >> kind & 1) && (a == b || o->leads[b * n + a]);
}

void lock_order_make(Lowering *L, LockOrder *o)
{
    *o = (LockOrder){.L = L, .loc_count = L->program->locs.count};
    CHECK(waits_are_valid(L));
    add_resources(o);
    uint32_t n = o->resources.count;
    o->may = run_alloc(L->run, ((size_t)n * o->loc_count + 1) * sizeof *o->may);
    o->edges = run_alloc(L->run, (size_t)n * n * sizeof *o->edges);
    o->leads = run_alloc(L->run, (size_t)n * n * sizeof *o->leads);
    o->reached = run_alloc(L->run, (o->loc_count + 1) * sizeof *o->reached);
    find_reached_locs(o);
    for (uint32_t r = 0; r < n; r++)
        find_holders(o, r);
    add_wait_edges(o);
}

void lock_order_clear(LockOrder *o)
{
    run_release(o->L->run, o->may);
    run_release(o->L->run, o->reached);
    run_release(o->L->run, o->edges);
    run_release(o->L->run, o->leads);
    vec_free(o->L->run, &o->resources);
}
