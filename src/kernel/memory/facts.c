#include "kernel/memory/facts.h"

#include "kernel/checker/assigned.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

bool memory_is_in_section(const Program *p, const Edge *e)
{
    return p->locs.data[e->from.i].atomic || p->locs.data[e->to.i].atomic;
}

MemoryOrder memory_order_of(const Program *p, const Edge *e)
{
    return memory_is_in_section(p, e) ? MEMORY_RELAXED : e->order;
}

/* ---- what a step accesses ---- */

typedef struct AccessList {
    const MemoryFacts *f;
    LocationAccesses list;
} AccessList;

static LocationAccess *access_of(AccessList *l, uint32_t v)
{
    for (uint32_t i = 0; i < l->list.count; i++)
        if (l->list.data[i].var == v) return &l->list.data[i];
    vec_push(l->f->p->run, &l->list, ((LocationAccess){v, false, false}));
    return &vec_last(&l->list);
}

static void note_read(void *arg, Term var)
{
    AccessList *l = arg;
    uint32_t v = term_symbol(l->f->p->tm, var);
    if (l->f->is_location[v]) access_of(l, v)->reads = true;
}

LocationAccesses memory_accesses_of(const MemoryFacts *f, const Edge *e)
{
    AccessList l = {f, {NULL, 0, 0}};
    checker_each_read(f->p, e, note_read, &l);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (f->is_location[e->assigns[i].var.i]) access_of(&l, e->assigns[i].var.i)->writes = true;
    if (f->is_update[e->from.i] && l.list.count == 1 && l.list.data[0].writes) l.list.data[0].reads = true;
    return l.list;
}

/* An exchange of which nobody wants the old value. The step only writes; the edge before says what access it is, and
 * must be the only way there. */
static void find_updates(MemoryFacts *f)
{
    const Program *p = f->p;
    uint32_t *ways = run_alloc(p->run, (p->locs.count + 1) * sizeof *ways),
             *updates = run_alloc(p->run, (p->locs.count + 1) * sizeof *updates);
    f->is_update = run_alloc(p->run, p->locs.count + 1);
    for (uint32_t t = 0; t < p->templates.count; t++)
        ways[p->templates.data[t].entry.i]++;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        ways[e->to.i]++;
        updates[e->to.i] += e->access_count == 1 && e->accesses[0].is_atomic && e->accesses[0].is_update;
    }
    for (uint32_t l = 0; l < p->locs.count; l++)
        f->is_update[l] = updates[l] > 0 && updates[l] == ways[l];
    run_release(p->run, ways);
    run_release(p->run, updates);
}

/* ---- ends of threads that a guard waits for ---- */

typedef struct Ends {
    const Program *p;
    uint32_t found;
} Ends;

static bool is_end(const Program *p, Term var)
{
    const Var *info = &p->vars.data[term_symbol(p->tm, var)];
    return info->class == VAR_SHARED && info->hands == HANDS_END && info->sort.kind != SORT_ARRAY;
}

static void count_end(void *arg, Term var)
{
    Ends *ends = arg;
    ends->found += is_end(ends->p, var);
}

static uint32_t ends_in(const Program *p, Term t)
{
    Ends ends = {p, 0};
    term_for_each_var(p->tm, t, count_end, &ends);
    return ends.found;
}

/* The conjunct of a case that says that what is the same in all cases has a value of this case: TERM_NONE. */
static Term choice_of(const Program *p, Term t, Term of)
{
    TermManager *tm = p->tm;
    for (uint32_t i = 0; term_kind(tm, t) == TERM_AND && i < term_arity(tm, t); i++) {
        Term part = term_arg(tm, t, i);
        if (term_kind(tm, part) != TERM_EQ) continue;
        for (uint32_t k = 0; k < 2; k++)
            if (term_is_const(tm, term_arg(tm, part, 1 - k)) && (!term_is(of) || term_same(term_arg(tm, part, k), of)))
                return term_is(of) ? term_arg(tm, part, 1 - k) : term_arg(tm, part, k);
    }
    return TERM_NONE;
}

/* No two cases hold at once: each has another value of one term. */
static bool are_exclusive(const Program *p, Term t)
{
    TermManager *tm = p->tm;
    Term of = choice_of(p, term_arg(tm, t, 0), TERM_NONE);
    for (uint32_t i = 0; i < term_arity(tm, t); i++) {
        Term value = term_is(of) ? choice_of(p, term_arg(tm, t, i), of) : TERM_NONE;
        if (!term_is(value)) return false;
        for (uint32_t k = 0; k < i; k++)
            if (term_same(choice_of(p, term_arg(tm, t, k), of), value)) return false;
    }
    return true;
}

/* Who goes on comes after each end of which it learns. */
static bool ends_order(const Program *p, Term guard)
{
    TermManager *tm = p->tm;
    TermKind kind = term_kind(tm, guard);
    bool all = true;
    if (kind == TERM_VAR || kind == TERM_NOT || !ends_in(p, guard)) return true; /* that none has ended says nothing */
    if (kind != TERM_AND && (kind != TERM_OR || !are_exclusive(p, guard))) return false;
    for (uint32_t i = 0; i < term_arity(tm, guard); i++)
        all &= ends_order(p, term_arg(tm, guard, i));
    return all;
}

/* ---- locations ---- */

typedef struct Named {
    MemoryFacts *f;
    bool is_atomic; /* the step at hand */
    bool waits, names_lock;
    const bool *sleepers;
} Named;

static bool is_lock(Handing h) { return h == HANDS_LOCK || h == HANDS_READERS || h == HANDS_PERMITS; }

static void note_named(void *arg, Term var)
{
    Named *n = arg;
    MemoryFacts *f = n->f;
    uint32_t v = term_symbol(f->p->tm, var);
    const Var *info = &f->p->vars.data[v];
    if (info->class != VAR_SHARED) return;
    n->names_lock |= is_lock(info->hands);
    if (!info->is_memory || !(n->is_atomic || f->all)) return;
    if (info->sort.kind == SORT_ARRAY)
        f->outside = "elements of an array are atomic, or may be accessed out of order";
    else
        f->is_location[v] = true;
}

static void note_waiting(void *arg, Term var)
{
    Named *n = arg;
    const Program *p = n->f->p;
    uint32_t v = term_symbol(p->tm, var);
    const Var *info = &p->vars.data[v];
    n->waits |= info->class == VAR_SHARED && !info->is_memory && info->hands == HANDS_UNKNOWN && !n->sleepers[v];
}

/* Who sees that somebody else has a lock learns of that thread without coming after it. */
static bool only_looks_at_lock(const Program *p, const Edge *e, const Named *n)
{
    bool changes = false;
    for (uint32_t i = 0; i < e->assign_count; i++)
        changes |= handing_is_known(p->vars.data[e->assigns[i].var.i].hands);
    return n->names_lock && !changes;
}

static void note_step(MemoryFacts *f, const Edge *e, const bool *sleepers)
{
    const Program *p = f->p;
    bool in_section = memory_is_in_section(p, e);
    Named n = {.f = f, .is_atomic = !in_section && e->order != MEMORY_PLAIN, .sleepers = sleepers};
    checker_each_read(p, e, note_named, &n);
    if (only_looks_at_lock(p, e, &n) || e->event) f->is_promised = false;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        note_named(&n, program_var_term(f->p, e->assigns[i].var));
        if (e->approximate && p->vars.data[e->assigns[i].var.i].is_memory)
            f->outside = "a step stands for accesses that are not known";
    }
    term_for_each_var(p->tm, e->guard, note_waiting, &n);
    if (n.waits || !ends_order(p, e->guard)) f->is_promised = false;
    f->has_sections |= in_section;
    f->has_sc_fences |= e->is_fence && e->order == MEMORY_ORDERED;
}

/* Locations are known. */
static void note_orders(MemoryFacts *f, const Edge *e)
{
    LocationAccesses list = memory_accesses_of(f, e);
    if (list.count > 1) f->outside = "one step accesses several atomic locations";
    if (list.count && !memory_is_in_section(f->p, e)) {
        f->has_sc |= e->order == MEMORY_ORDERED;
        f->has_weak |= e->order != MEMORY_ORDERED && e->order != MEMORY_PLAIN;
    }
    vec_free(f->p->run, &list);
}

/* ---- atomic accesses that are no steps ---- */

/* The steps after it do what the access says. */
static bool is_made_by_steps(const MemoryFacts *f, const Edge *e, const Access *a)
{
    bool all = true;
    for (uint32_t k = 0; k < program_out_count(f->p, e->to) && all; k++) {
        LocationAccesses list = memory_accesses_of(f, program_out_edge(f->p, e->to, k));
        bool reads = false, writes = false;
        for (uint32_t i = 0; i < list.count; i++) {
            reads |= list.data[i].reads;
            writes |= list.data[i].writes;
        }
        all = (reads || (a->is_write && !a->is_update)) && (writes || !a->is_update);
        vec_free(f->p->run, &list);
    }
    return all;
}

/* An atomic access whose value nobody needs orders threads all the same. */
static void note_unused(MemoryFacts *f, const Edge *e)
{
    LocationAccesses list = memory_accesses_of(f, e);
    bool is_step = list.count || memory_is_in_section(f->p, e);
    for (uint32_t k = 0; k < e->access_count && !is_step; k++)
        if (e->accesses[k].is_atomic && !is_made_by_steps(f, e, &e->accesses[k])) f->is_promised = false;
    vec_free(f->p->run, &list);
}

/* Locks in arrays hand on what nobody follows. */
static void note_variables(MemoryFacts *f)
{
    for (uint32_t v = 0; v < f->p->vars.count; v++) {
        const Var *info = &f->p->vars.data[v];
        bool is_array = info->class == VAR_SHARED && info->sort.kind == SORT_ARRAY;
        if (is_array && handing_is_known(info->hands) && info->hands != HANDS_END) f->is_promised = false;
        f->locations += f->is_location[v];
    }
}

MemoryFacts *memory_facts_find(Program *p, bool all)
{
    MemoryFacts *f = run_alloc(p->run, sizeof *f);
    bool *sleepers = run_alloc(p->run, p->vars.count + 1);
    *f = (MemoryFacts){.p = p, .all = all, .is_promised = true};
    f->is_location = run_alloc(p->run, p->vars.count + 1);
    find_updates(f);
    f->waits = run_alloc(p->run, (p->edges.count + 1) * sizeof *f->waits);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        f->waits[i] = TERM_NONE;
        if (p->edges.data[i].event) sleepers[p->edges.data[i].event->asleep.i] = true;
    }
    for (uint32_t i = 0; i < p->edges.count; i++)
        note_step(f, &p->edges.data[i], sleepers);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        note_orders(f, &p->edges.data[i]);
        note_unused(f, &p->edges.data[i]);
    }
    note_variables(f);
    if (p->has_hidden_writes) f->outside = "the library writes memory without a step";
    run_release(p->run, sleepers);
    return f;
}
