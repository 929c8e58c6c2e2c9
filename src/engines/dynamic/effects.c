/* Which variables order threads is seen by what they are: shared, no memory of the program, and not one that the front
 * end has made for itself (the next address that malloc gives) unless it is a lock or a flag.
 *
 * A step that only counts (v := v + c, whatever v is) lets others see what was done before, and sees nothing itself: so
 * two who hold a lock to read are not ordered, while a writer, who waits for 0, comes after both. */
#include "engines/dynamic/effects.h"

#include "base/check.h"

typedef struct Collection {
    StepEffects *f;
    const Program *p;
    uint32_t assigned; /* VarId.i; NO_ID: the guard is looked at */
} Collection;

static bool orders(const Program *p, uint32_t var)
{
    const Var *v = &p->vars.data[var];
    bool is_flag = v->sort.kind == SORT_BOOL || (v->sort.kind == SORT_ARRAY && v->sort.width == 1);
    return v->class == VAR_SHARED && !v->is_memory && (!v->is_temporary || v->lock || is_flag);
}

static void add_sync(Collection *c, uint32_t var, Term index, bool acquires)
{
    StepEffects *f = c->f;
    if (!orders(c->p, var)) return;
    SyncEffect effect = {var, code_compile(f->x->code, index), acquires, !acquires};
    vec_push(f->x->run, &f->sync, effect);
}

static bool is_variable(const Program *p, Term t, uint32_t var)
{
    return term_kind(p->tm, t) == TERM_VAR && term_symbol(p->tm, t) == var;
}

/* v + c, or an element of v so. */
static bool only_counts(const Program *p, Term value, uint32_t var)
{
    if (term_kind(p->tm, value) != TERM_ADD) return false;
    for (uint32_t i = 0; i < 2; i++) {
        Term a = term_arg(p->tm, value, i);
        if (!term_is_const(p->tm, term_arg(p->tm, value, 1 - i))) continue;
        if (is_variable(p, a, var)) return true;
        if (term_kind(p->tm, a) == TERM_SELECT) return is_variable(p, term_arg(p->tm, a, 0), var);
    }
    return false;
}

static void collect(Collection *c, Term t)
{
    TermManager *tm = c->p->tm;
    TermKind kind = term_kind(tm, t);
    if (kind == TERM_VAR) {
        add_sync(c, term_symbol(tm, t), TERM_NONE, true);
        return;
    }
    bool is_element = (kind == TERM_SELECT || kind == TERM_STORE) && term_kind(tm, term_arg(tm, t, 0)) == TERM_VAR;
    uint32_t of = is_element ? term_symbol(tm, term_arg(tm, t, 0)) : NO_ID;
    if (is_element) add_sync(c, of, term_arg(tm, t, 1), kind == TERM_SELECT);
    for (uint32_t i = is_element; i < term_arity(tm, t); i++) {
        bool counts = kind == TERM_STORE && i == 2 && of == c->assigned && only_counts(c->p, term_arg(tm, t, i), of);
        if (!counts) collect(c, term_arg(tm, t, i));
    }
}

static bool is_array(const Program *p, VarId v) { return p->vars.data[v.i].sort.kind == SORT_ARRAY; }

static void collect_sync(StepEffects *f, const Edge *e)
{
    Collection c = {f, f->x->p, NO_ID};
    collect(&c, e->guard);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        const Assign *a = &e->assigns[i];
        c.assigned = a->var.i;
        if (!only_counts(c.p, a->value, a->var.i)) collect(&c, a->value);
        if (!is_array(c.p, a->var)) add_sync(&c, a->var.i, TERM_NONE, false);
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        collect(&c, e->args[i].value);
}

static void collect_locks(StepEffects *f, const Edge *e)
{
    const Program *p = f->x->p;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        const Assign *a = &e->assigns[i];
        const Var *v = &p->vars.data[a->var.i];
        if (v->class != VAR_SHARED || !v->lock) continue;
        bool is_store = term_kind(p->tm, a->value) == TERM_STORE;
        if (is_array(p, a->var) && !is_store) continue;
        Term index = is_store ? term_arg(p->tm, a->value, 1) : TERM_NONE;
        Term value = is_store ? term_arg(p->tm, a->value, 2) : a->value;
        LockEffect effect = {pointer_id(&f->names, v->lock, NULL), a->var, code_compile(f->x->code, index),
                             code_compile(f->x->code, value)};
        vec_push(f->x->run, &f->locks, effect);
    }
}

static void collect_accesses(StepEffects *f, const Edge *e)
{
    for (uint32_t i = 0; i < e->access_count; i++) {
        const Access *a = &e->accesses[i];
        AccessEffect effect = {a, code_compile(f->x->code, a->index), code_compile(f->x->code, a->condition)};
        vec_push(f->x->run, &f->accesses, effect);
    }
}

StepEffects *effects_new(Executor *x, const Program *accessing)
{
    StepEffects *f = run_alloc(x->run, sizeof *f);
    const Program *p = x->p;
    f->x = x;
    intern_init(x->run, &f->names);
    intern_init(x->run, &f->lock_ids);
    f->edges = run_alloc(x->run, (p->edges.count + 1) * sizeof *f->edges);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        const Edge *with = accessing && i < accessing->edges.count ? &accessing->edges.data[i] : NULL;
        f->edges[i] = (EdgeEffects){f->sync.count, f->locks.count, f->accesses.count};
        if (with && with->access_count) collect_accesses(f, with);
        if (with && !with->access_count) collect_sync(f, e);
        if (!accessing) collect_locks(f, e);
    }
    f->edges[p->edges.count] = (EdgeEffects){f->sync.count, f->locks.count, f->accesses.count};
    return f;
}

void effects_free(StepEffects *f)
{
    Run *run = f->x->run;
    intern_clear(&f->names);
    intern_clear(&f->lock_ids);
    vec_free(run, &f->sync);
    vec_free(run, &f->locks);
    vec_free(run, &f->accesses);
    run_release(run, f->edges);
    run_release(run, f);
}

/* ---- locks ---- */

static uint32_t lock_id(StepEffects *f, const LockEffect *l, uint64_t index)
{
    uint32_t key[3] = {l->name, (uint32_t)index, (uint32_t)(index >> 32)};
    return intern_add(&f->lock_ids, key, 3, NULL);
}

typedef enum Change { CHANGE_NONE, CHANGE_TAKES, CHANGE_GIVES } Change;

/* 0 is free; those who hold a lock to read are counted. */
static Change change_of(StepEffects *f, const LockEffect *l, uint32_t thread, uint32_t *lock)
{
    Executor *x = f->x;
    uint64_t index = l->index ? executor_value(x, thread, l->index) : 0;
    uint64_t old = l->index ? cells_get(&x->shared.arrays[l->var.i], index) : x->shared.scalars[l->var.i];
    uint64_t now = executor_value(x, thread, l->value);
    *lock = lock_id(f, l, index);
    if (now == old) return CHANGE_NONE;
    return now && (!old || now > old) ? CHANGE_TAKES : CHANGE_GIVES;
}

void effects_order(StepEffects *f, LockGraph *g, uint32_t thread, EdgeId edge)
{
    for (uint32_t i = f->edges[edge.i].locks; i < f->edges[edge.i + 1].locks; i++) {
        uint32_t lock;
        switch (change_of(f, &f->locks.data[i], thread, &lock)) {
        case CHANGE_NONE: break;
        case CHANGE_TAKES: order_take(g, thread, lock); break;
        case CHANGE_GIVES: order_give(g, thread, lock); break;
        }
    }
}

bool effects_takes(StepEffects *f, uint32_t thread, EdgeId edge, uint32_t *lock)
{
    for (uint32_t i = f->edges[edge.i].locks; i < f->edges[edge.i + 1].locks; i++)
        if (change_of(f, &f->locks.data[i], thread, lock) == CHANGE_TAKES) return true;
    return false;
}

/* ---- happens-before ---- */

void observer_start(Observer *o)
{
    const Executor *x = o->f->x;
    clocks_start(o->clocks);
    vec_clear(&o->pending);
    for (uint32_t i = 0; i < x->threads.count; i++)
        clocks_add_thread(o->clocks, NO_PARENT);
}

/* Numbers of memory that is accessed atomically come after those of variables. */
static void order_atomic(Observer *o, uint32_t thread, const Touch *t)
{
    uint32_t object = o->f->x->p->vars.count + t->object;
    clocks_acquire(o->clocks, thread, object, t->from);
    if (t->is_write) clocks_release(o->clocks, thread, object, t->from);
}

/* Accesses are steps of their own, just before the one that makes them. */
static void make_pending(Observer *o, uint32_t thread)
{
    if (thread >= o->pending.count || !o->pending.data[thread].bytes) return;
    order_atomic(o, thread, &o->pending.data[thread]);
    o->pending.data[thread].bytes = 0;
}

static void see_access(Observer *o, uint32_t thread, EdgeId edge, const AccessEffect *a)
{
    Executor *x = o->f->x;
    if (a->condition && !executor_value(x, thread, a->condition)) return;
    Touch t = {a->access->object,   a->access->offset,    a->access->bytes,
               a->access->is_write, a->access->is_atomic, edge.i};
    if (a->index) t.from += executor_value(x, thread, a->index) * a->access->stride;
    clocks_touch(o->clocks, thread, &t);
    if (!t.is_atomic) return;
    if (o->pending.count <= thread) vec_resize(x->run, &o->pending, thread + 1);
    t.bytes = 1;
    o->pending.data[thread] = t;
}

void observer_see(Observer *o, uint32_t thread, EdgeId edge)
{
    Executor *x = o->f->x;
    const EdgeEffects *from = &o->f->edges[edge.i], *to = from + 1;
    make_pending(o, thread);
    for (int releases = 0; releases < 2; releases++)
        for (uint32_t i = from->sync; i < to->sync; i++) {
            const SyncEffect *s = &o->f->sync.data[i];
            if (s->releases != (releases != 0)) continue;
            uint64_t index = s->index ? executor_value(x, thread, s->index) : 0;
            (releases ? clocks_release : clocks_acquire)(o->clocks, thread, s->object, index);
        }
    for (uint32_t i = from->accesses; i < to->accesses; i++)
        see_access(o, thread, edge, &o->f->accesses.data[i]);
    if (x->p->edges.data[edge.i].spawn.i != NO_ID) clocks_add_thread(o->clocks, thread);
}
