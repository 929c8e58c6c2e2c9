#include "program/weak_event.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"

#define UNFOLLOWED_WAIT "threads wait for each other in a way that is not followed"

/* ---- what an edge mentions ---- */

typedef struct Mention {
    const Program *p;
    uint32_t var;
    bool found;
} Mention;

static void note_variable(void *arg, Term var)
{
    Mention *m = arg;
    m->found |= term_symbol(m->p->tm, var) == m->var;
}

bool term_is_about(const Program *p, Term t, uint32_t var)
{
    Mention m = {p, var, false};
    term_for_each_var(p->tm, t, note_variable, &m);
    return m.found;
}

typedef void (*NoteVar)(void *arg, Term var);

static void for_each_read(const Program *p, const Edge *e, NoteVar note, void *arg)
{
    term_for_each_var(p->tm, e->guard, note, arg);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(p->tm, e->assigns[i].value, note, arg);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, note, arg);
}

bool memory_event_in_section(const Program *p, const Edge *e)
{
    return p->locs.data[e->from.i].atomic || p->locs.data[e->to.i].atomic;
}

MemoryOrder memory_event_order(const Program *p, const Edge *e)
{
    return memory_event_in_section(p, e) ? MEMORY_RELAXED : e->order;
}

/* ---- locations ---- */

typedef struct Finder {
    MemoryEvents *m;
    const Edge *e;
    bool all;
    const bool *asleep; /* of variables: count who waits for a condition variable, which hands on nothing */
} Finder;

static void note_location(void *arg, Term var)
{
    const Finder *f = arg;
    const Program *p = f->m->p;
    uint32_t v = term_symbol(p->tm, var);
    const Var *info = &p->vars.data[v];
    if (info->class != VAR_SHARED || !info->is_memory) return;
    bool is_plain = f->e->order == MEMORY_PLAIN || memory_event_in_section(p, f->e);
    if (info->sort.kind == SORT_ARRAY) {
        if (!is_plain) f->m->beyond = "elements of an array are accessed atomically";
        if (f->all) f->m->beyond = "elements of an array may be accessed out of order";
        return;
    }
    if (!is_plain || f->all) f->m->is_location[v] = true;
}

bool memory_var_has_ends(const Var *v)
{
    return v->class == VAR_SHARED && v->hands == HANDS_END && v->sort.kind == SORT_ARRAY;
}

/* Who waits for a variable of which it is not known what it hands on may be ordered after others. */
static void note_waiting(void *arg, Term var)
{
    const Finder *f = arg;
    const Program *p = f->m->p;
    uint32_t v = term_symbol(p->tm, var);
    const Var *info = &p->vars.data[v];
    if (info->class != VAR_SHARED || info->is_memory || info->hands || f->asleep[v]) return;
    f->m->unfollowed = UNFOLLOWED_WAIT;
}

static void note_end(void *arg, Term var)
{
    void **call = arg;
    const Program *p = call[0];
    const Var *info = &p->vars.data[term_symbol(p->tm, var)];
    *(bool *)call[1] |= info->class == VAR_SHARED && info->hands == HANDS_END;
}

static bool mentions_end(const Program *p, Term t)
{
    bool found = false;
    void *call[2] = {(void *)(uintptr_t)p, &found};
    term_for_each_var(p->tm, t, note_end, call);
    return found;
}

/* Whether it is followed which end of a thread a guard waits for: one, or each case another. */
static bool ends_are_followed(const Program *p, Term guard, bool is_case)
{
    TermManager *tm = p->tm;
    TermKind kind = term_kind(tm, guard);
    bool is_junction = kind == TERM_AND || kind == TERM_OR, all = true;
    if (!is_junction) {
        Term inner = kind == TERM_NOT ? term_arg(tm, guard, 0) : guard;
        return !is_case || term_kind(tm, inner) == TERM_VAR || !mentions_end(p, guard);
    }
    for (uint32_t i = 0; i < term_arity(tm, guard) && all; i++)
        all = ends_are_followed(p, term_arg(tm, guard, i), is_case || kind == TERM_OR);
    return all;
}

static void note_edge(MemoryEvents *m, const Edge *e, bool all, const bool *asleep)
{
    Finder f = {m, e, all, asleep};
    term_for_each_var(m->p->tm, e->guard, note_waiting, &f);
    if (!ends_are_followed(m->p, e->guard, false)) m->unfollowed = UNFOLLOWED_WAIT;
    for_each_read(m->p, e, note_location, &f);
    for (uint32_t i = 0; i < e->assign_count; i++)
        note_location(&f, program_var_term((Program *)(uintptr_t)m->p, e->assigns[i].var));
    for (uint32_t i = 0; i < e->assign_count && e->approximate; i++)
        if (m->p->vars.data[e->assigns[i].var.i].is_memory) m->beyond = "what is not known may access atomic objects";
    bool in_section = memory_event_in_section(m->p, e);
    m->has_sections |= in_section;
    m->has_fences |= e->is_fence;
    m->has_sc_fences |= e->is_fence && e->order == MEMORY_ORDERED;
}

typedef struct EventList {
    const MemoryEvents *m;
    LocationEvent *out;
    uint32_t count, max;
} EventList;

static LocationEvent *event_of(EventList *l, uint32_t var)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->out[i].var == var) return &l->out[i];
    if (l->count == l->max) return NULL;
    l->out[l->count] = (LocationEvent){var, false, false};
    return &l->out[l->count++];
}

static void note_read(void *arg, Term var)
{
    EventList *l = arg;
    uint32_t v = term_symbol(l->m->p->tm, var);
    LocationEvent *event = l->m->is_location[v] ? event_of(l, v) : NULL;
    if (event) event->reads = true;
}

uint32_t memory_events_of(const MemoryEvents *m, const Edge *e, LocationEvent *out, uint32_t max)
{
    EventList l = {m, out, 0, max};
    for_each_read(m->p, e, note_read, &l);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        LocationEvent *event = m->is_location[v] ? event_of(&l, v) : NULL;
        if (event) event->writes = true;
    }
    if (l.count == 1 && out->writes) out->reads |= m->is_update[e->from.i] || e->is_update;
    return l.count;
}

static void note_handing(void *arg, Term var)
{
    void **call = arg;
    const Program *p = call[0];
    bool *any = call[1];
    Handing hands = p->vars.data[term_symbol(p->tm, var)].hands;
    *any |= hands == HANDS_LOCK || hands == HANDS_READERS || hands == HANDS_PERMITS;
}

/* Mentions a lock or a semaphore, and changes none: an attempt that fails, the value of a semaphore. */
static bool peeks(const Program *p, const Edge *e)
{
    bool mentions = false;
    void *call[2] = {(void *)(uintptr_t)p, &mentions};
    for_each_read(p, e, note_handing, call);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (handing_is_known(p->vars.data[e->assigns[i].var.i].hands)) return false;
    return mentions;
}

/* Whether steps after the edge, which says what is accessed, read and write a location as the access does. */
static bool is_followed(const MemoryEvents *m, const Edge *e, const Access *a)
{
    const Program *p = m->p;
    for (uint32_t k = 0; k < program_out_count(p, e->to); k++) {
        LocationEvent events[EVENTS_MAX];
        uint32_t count = memory_events_of(m, program_out_edge(p, e->to, k), events, EVENTS_MAX);
        bool reads = false, writes = false;
        for (uint32_t i = 0; i < count; i++) {
            reads |= events[i].reads;
            writes |= events[i].writes;
        }
        if ((!a->is_write || a->is_update) && !reads) return false;
        if (a->is_update && !writes) return false;
    }
    return true;
}

static bool is_atomic_update(const Edge *e)
{
    return e->access_count == 1 && e->accesses->is_atomic && e->accesses->is_update;
}

/* An exchange whose old value nobody needs only writes, as a step; but it takes over, and goes on with a release
 * sequence, as every read-modify-write does. That it is one, its access says, on the edge before. */
static void find_updates(MemoryEvents *m)
{
    const Program *p = m->p;
    bool *other = run_alloc(p->run, p->locs.count + 1); /* a way there ends with something else */
    m->is_update = run_alloc(p->run, p->locs.count + 1);
    for (uint32_t t = 0; t < p->templates.count; t++)
        other[p->templates.data[t].entry.i] = true;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        *(is_atomic_update(e) ? &m->is_update[e->to.i] : &other[e->to.i]) = true;
    }
    for (uint32_t l = 0; l < p->locs.count; l++)
        m->is_update[l] &= !other[l];
    run_release(p->run, other);
}

/* An atomic read whose value nobody needs orders all the same, and is no step. */
static void note_unused_reads(MemoryEvents *m)
{
    LocationEvent events[EVENTS_MAX];
    for (uint32_t i = 0; i < m->p->edges.count; i++) {
        const Edge *e = &m->p->edges.data[i];
        bool is_step = memory_events_of(m, e, events, EVENTS_MAX) > 0 || memory_event_in_section(m->p, e);
        for (uint32_t k = 0; k < e->access_count && !is_step && !m->beyond; k++)
            if (e->accesses[k].is_atomic && !is_followed(m, e, &e->accesses[k]))
                m->unfollowed = "an atomic access whose value is not used orders threads";
    }
}

/* Too many accesses in one step, which the front end never makes. */
static void require_few_events(MemoryEvents *m)
{
    LocationEvent events[EVENTS_MAX + 1];
    for (uint32_t i = 0; i < m->p->edges.count; i++) {
        const Edge *e = &m->p->edges.data[i];
        uint32_t count = memory_events_of(m, e, events, EVENTS_MAX + 1);
        if (count > EVENTS_MAX)
            run_stop(m->p->run, STOP_UNSUPPORTED, "one step accesses more than %d locations", EVENTS_MAX);
        if (count > 1) m->hidden = "one step accesses several atomic locations, in an order that nothing says";
        if (!count || memory_event_in_section(m->p, e)) continue;
        m->has_sc |= e->order == MEMORY_ORDERED;
        m->has_weak |= memory_order_is_weaker(e->order);
    }
}

/* Locks in arrays, for one, hand on more than is followed. */
static void note_other_order(MemoryEvents *m)
{
    for (uint32_t v = 0; v < m->p->vars.count; v++) {
        const Var *info = &m->p->vars.data[v];
        bool is_array = info->class == VAR_SHARED && info->sort.kind == SORT_ARRAY;
        if (is_array && handing_is_known(info->hands) && info->hands != HANDS_END)
            m->unfollowed = "locks in an array order threads";
    }
}

MemoryEvents *memory_events_find(const Program *p, bool all)
{
    MemoryEvents *m = run_alloc(p->run, sizeof *m);
    m->p = p;
    m->is_location = run_alloc(p->run, p->vars.count + 1);
    find_updates(m);
    bool *asleep = run_alloc(p->run, p->vars.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++)
        if (p->edges.data[i].event) asleep[p->edges.data[i].event->asleep.i] = true;
    for (uint32_t i = 0; i < p->edges.count; i++)
        note_edge(m, &p->edges.data[i], all, asleep);
    run_release(p->run, asleep);
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (m->is_location[v]) vec_push(p->run, &m->locations, v);
    require_few_events(m);
    note_other_order(m);
    note_unused_reads(m);
    if (p->has_hidden_writes) m->hidden = "what the library does to memory that it gives is no access";
    for (uint32_t i = 0; i < p->edges.count; i++)
        m->has_peeks |= p->edges.data[i].event || peeks(p, &p->edges.data[i]);
    return m;
}

void memory_events_free(MemoryEvents *m)
{
    Run *run = m->p->run;
    vec_free(run, &m->locations);
    run_release(run, m->is_location);
    run_release(run, m->is_update);
    if (m->spins) run_release(run, m->spins);
    run_release(run, m);
}
