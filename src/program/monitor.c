#include "program/monitor.h"

#include "base/check.h"
#include "base/intern.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/access.h"
#include "program/check.h"
#include "program/copy.h"
#include "program/weak_rules.h"

#define RACE_WIDTH 16 /* of the variable that says what is announced */

/* An access of an edge of the program. */
typedef struct AccessSite {
    EdgeId edge;
    uint32_t access;
    uint32_t class; /* as an announcement; 0: not announced */
    bool is_local;  /* whether and where it is made depends on the thread's own variables only */
} AccessSite;

/* Announcements that mean the same to who checks them: the same bytes, kind and template. */
typedef struct Class {
    uint32_t first; /* a site of it */
} Class;

typedef struct Monitor {
    Program *p, *out;
    TermManager *tm;
    const MonitorQuestion *question;
    VEC(AccessSite) sites; /* by object */
    uint32_t *starts;      /* of the sites of each object; one more at the end */
    VEC(Class) classes;    /* class k at k - 1 */
    Intern class_ids;
    VarId race, index;
    unsigned index_width;        /* 0: nothing announced has an index */
    LocId *parked;               /* of each location: where it announces to; NO_ID: not made yet */
    bool *frozen;                /* of variables: not to be written after an announcement */
    WeakBits *bits;              /* C11; NULL: see MonitorQuestion.events */
    bool any_frozen, all_frozen; /* all: nothing but failures happens after an announcement */
} Monitor;

static const Edge *site_edge(const Monitor *m, const AccessSite *s) { return &m->p->edges.data[s->edge.i]; }
static const Access *site_access(const Monitor *m, const AccessSite *s)
{
    return &site_edge(m, s)->accesses[s->access];
}
static const Loc *site_loc(const Monitor *m, const AccessSite *s) { return &m->p->locs.data[site_edge(m, s)->from.i]; }

/* ---- accesses in question ---- */

static void note_index_shared(void *arg, Term var)
{
    AccessSite *s = ((void **)arg)[0];
    const Monitor *m = ((void **)arg)[1];
    s->is_local &= m->p->vars.data[term_symbol(m->tm, var)].class != VAR_SHARED;
}

static void for_each_var(const Monitor *m, const AccessSite *s, void (*fn)(void *arg, Term var), void *arg)
{
    const Access *a = site_access(m, s);
    term_for_each_var(m->tm, site_edge(m, s)->guard, fn, arg);
    if (term_is(a->condition)) term_for_each_var(m->tm, a->condition, fn, arg);
    if (term_is(a->index)) term_for_each_var(m->tm, a->index, fn, arg);
}

static void find_sites(Monitor *m)
{
    Program *p = m->p;
    uint32_t *next = run_alloc(p->run, (p->objects.count + 2) * sizeof *next);
    for (uint32_t e = 0; e < p->edges.count; e++)
        for (uint32_t i = 0; i < p->edges.data[e].access_count; i++)
            next[p->edges.data[e].accesses[i].object + 1]++;
    for (uint32_t o = 0; o < p->objects.count; o++)
        next[o + 1] += next[o];
    m->starts = run_alloc(p->run, (p->objects.count + 2) * sizeof *m->starts);
    for (uint32_t o = 0; o <= p->objects.count; o++)
        m->starts[o] = next[o];
    for (uint32_t i = 0; i < m->starts[p->objects.count]; i++)
        vec_push(p->run, &m->sites, ((AccessSite){{0}, 0, 0, true}));
    for (uint32_t e = 0; e < p->edges.count; e++)
        for (uint32_t i = 0; i < p->edges.data[e].access_count; i++)
            m->sites.data[next[p->edges.data[e].accesses[i].object]++] = (AccessSite){{e}, i, 0, true};
    run_release(p->run, next);
    for (uint32_t i = 0; i < m->sites.count; i++) {
        void *arg[2] = {&m->sites.data[i], m};
        for_each_var(m, &m->sites.data[i], note_index_shared, arg);
    }
}

/* Are there two threads that could stand at the two? */
static bool are_of_two_threads(const Monitor *m, const AccessSite *a, const AccessSite *b)
{
    TemplateId t = site_loc(m, a)->template;
    if (t.i != site_loc(m, b)->template.i) return true;
    return m->p->templates.data[t.i].cardinality == COUNT_MANY;
}

static bool is_pair_asked(const Monitor *m, const AccessSite *a, const AccessSite *b)
{
    if (!accesses_conflict(site_access(m, a), site_access(m, b))) return false;
    if (site_loc(m, a)->atomic && site_loc(m, b)->atomic) return false;
    if (!are_of_two_threads(m, a, b)) return false;
    return !m->question || !m->question->asks ||
           m->question->asks(m->question->arg, a->edge, a->access, b->edge, b->access);
}

/* Which of the two announces, when they are in question?
 *
 * One at an atomic location, the other not: nobody but the first has run since it entered its atomic section, so the
 * other one stood at its access before, and could announce it then, unless whether it makes the access depends on what
 * the first one does. Then it is the first that announces, and nothing but the failure of the other may follow.
 * Otherwise both orders would do: announcements that depend on nothing shared are better, and those of writes fewer. */
static bool announces(const Monitor *m, const AccessSite *a, const AccessSite *b)
{
    if (site_loc(m, b)->atomic) return a->is_local;
    if (site_loc(m, a)->atomic) return !b->is_local;
    if (a->is_local != b->is_local) return a->is_local;
    bool a_writes = site_access(m, a)->is_write, b_writes = site_access(m, b)->is_write;
    if (a_writes != b_writes) return a_writes;
    return a <= b;
}

/* ---- classes ---- */

static void announce(Monitor *m, AccessSite *s)
{
    if (s->class) return;
    const Access *a = site_access(m, s);
    uint32_t key[11] = {a->object,
                        (uint32_t)a->offset,
                        (uint32_t)(a->offset >> 32),
                        (uint32_t)a->bytes,
                        (uint32_t)(a->bytes >> 32),
                        (uint32_t)a->stride,
                        (uint32_t)(a->stride >> 32),
                        (a->is_write ? 1u : 0u) | (a->is_atomic ? 2u : 0u) | (site_loc(m, s)->atomic ? 4u : 0u),
                        site_loc(m, s)->template.i,
                        m->question && m->question->group ? m->question->group[site_edge(m, s)->from.i] : 0,
                        0};
    bool is_new;
    uint32_t id = intern_add(&m->class_ids, key, 11, &is_new);
    if (is_new) vec_push(m->p->run, &m->classes, ((Class){(uint32_t)(s - m->sites.data)}));
    CHECK(id < m->classes.count);
    s->class = id + 1;
    if (!a->stride) return;
    unsigned width = term_sort(m->tm, a->index).width;
    if (width > m->index_width) m->index_width = width;
}

static void find_announcements(Monitor *m)
{
    for (uint32_t o = 0; o < m->p->objects.count; o++)
        for (uint32_t i = m->starts[o]; i < m->starts[o + 1]; i++) {
            run_poll(m->p->run);
            for (uint32_t j = m->starts[o]; j <= i; j++) {
                AccessSite *a = &m->sites.data[j], *b = &m->sites.data[i];
                if (!is_pair_asked(m, a, b)) continue;
                if (m->question && m->question->events) {
                    announce(m, a);
                    announce(m, b);
                } else {
                    announce(m, announces(m, a, b) ? a : b);
                }
            }
        }
    if (m->classes.count >> RACE_WIDTH)
        run_stop(m->p->run, STOP_UNSUPPORTED, "too many accesses are in question (%u)", m->classes.count);
}

/* ---- what announcements depend on ---- */

static void freeze(void *arg, Term var)
{
    Monitor *m = arg;
    uint32_t v = term_symbol(m->tm, var);
    if (m->p->vars.data[v].class != VAR_SHARED || m->frozen[v]) return;
    m->frozen[v] = m->any_frozen = true;
}

static void find_frozen_variables(Monitor *m)
{
    if (m->question && m->question->events) return; /* an announced access has been made */
    for (uint32_t i = 0; i < m->sites.count; i++) {
        const AccessSite *s = &m->sites.data[i];
        if (!s->class) continue;
        m->all_frozen |= site_loc(m, s)->atomic;
        if (!s->is_local) for_each_var(m, s, freeze, m);
    }
}

static bool writes_frozen(const Monitor *m, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (m->frozen[e->assigns[i].var.i]) return true;
    return false;
}

/* ---- edges ---- */

static VarId add_monitor_variable(Monitor *m, const char *name, unsigned width)
{
    Var v = {.name = name, .sort = sort_bv(width), .class = VAR_SHARED, .template = {NO_ID}};
    v.init = term_bv(m->tm, width, 0);
    v.is_temporary = true;
    return program_add_var(m->out, &v);
}

static Term race_is(const Monitor *m, uint32_t class)
{
    return term_eq(m->tm, program_var_term(m->out, m->race), term_bv(m->tm, RACE_WIDTH, class));
}

static Term access_condition(const Monitor *m, const AccessSite *s)
{
    Term guard = site_edge(m, s)->guard, condition = site_access(m, s)->condition;
    return term_is(condition) ? term_and(m->tm, guard, condition) : guard;
}

static LocId parked_at(Monitor *m, const AccessSite *s)
{
    uint32_t from = site_edge(m, s)->from.i;
    if (m->parked[from].i == NO_ID) {
        const Loc *loc = &m->p->locs.data[from];
        m->parked[from] = program_add_loc(m->out, loc->template, "stopped", false, loc->pos);
    }
    return m->parked[from];
}

static Edge monitor_edge(Monitor *m, const AccessSite *s, LocId to, Access *access)
{
    const Edge *e = site_edge(m, s);
    Edge edge = edge_make(e->from, to, e->pos);
    edge.text = e->text;
    edge.call = e->call;
    edge.approximate = e->approximate;
    *access = *site_access(m, s);
    edge.accesses = access;
    edge.access_count = 1;
    return edge;
}

static void add_announcement(Monitor *m, const AccessSite *s)
{
    Access access;
    Edge edge = monitor_edge(m, s, parked_at(m, s), &access);
    edge.guard = term_and(m->tm, access_condition(m, s), race_is(m, 0));
    Assign assigns[2] = {{m->race, term_bv(m->tm, RACE_WIDTH, s->class)}};
    uint32_t count = 1;
    if (access.stride) assigns[count++] = (Assign){m->index, term_zext(m->tm, access.index, m->index_width)};
    edge.assigns = assigns;
    edge.assign_count = count;
    program_add_edge(m->out, &edge);
}

/* The step that makes the access, which is the nominated one: from now on bits say who comes after it. */
static void add_nomination(Monitor *m, const AccessSite *s)
{
    Edge edge = *site_edge(m, s);
    Access access = *site_access(m, s);
    WeakStep step = weak_step_begin(m->bits, &edge);
    weak_set_thread_bit(&step, BIT_K, term_bool(m->tm, true));
    weak_step_edge(&step, &edge, false);
    weak_set_bit(&step, m->race, term_bv(m->tm, RACE_WIDTH, s->class));
    if (access.stride) weak_set_bit(&step, m->index, term_zext(m->tm, access.index, m->index_width));
    edge = weak_step_end(&step, &edge);
    edge.guard = term_and(m->tm, access_condition(m, s), race_is(m, 0));
    edge.accesses = &access;
    edge.access_count = 1;
    program_add_edge(m->out, &edge);
}

static LocId race_location(Monitor *m, LocId *errors, const AccessSite *s)
{
    uint32_t t = site_loc(m, s)->template.i;
    if (errors[t].i == NO_ID) errors[t] = program_add_loc(m->out, (TemplateId){t}, "race", false, site_loc(m, s)->pos);
    return errors[t];
}

/* Is a member of the class in question together with s, which fails? */
static bool class_is_asked(const Monitor *m, uint32_t class, const AccessSite *s)
{
    const Access *a = site_access(m, s);
    for (uint32_t i = m->starts[a->object]; i < m->starts[a->object + 1]; i++) {
        const AccessSite *other = &m->sites.data[i];
        if (other->class != class || !is_pair_asked(m, other, s)) continue;
        if (m->bits) return true;
        const AccessSite *first = other < s ? other : s, *second = other < s ? s : other;
        if ((announces(m, first, second) ? first : second) == other) return true;
    }
    return false;
}

/* What an atomic access takes over by itself, as far as it is known which step makes it. */
typedef struct Taken {
    Term any, every; /* of the steps that may make it: one of them, all of them find a message */
} Taken;

static void add_own_messages(Monitor *m, WeakStep *step, const Edge *e, Taken *taken)
{
    LocationEvent events[EVENTS_MAX];
    uint32_t count = memory_events_of(m->question->events, e, events, EVENTS_MAX);
    if (!count) taken->every = term_bool(m->tm, false);
    for (uint32_t i = 0; i < count; i++) {
        bool takes = events[i].reads && memory_order_acquires(e->order);
        Term message = takes ? weak_location_bit(step, BIT_M, events[i].var) : term_bool(m->tm, false);
        taken->any = term_or(m->tm, taken->any, message);
        taken->every = term_and(m->tm, taken->every, message);
    }
}

/* An access that acquires may come after the announced one by itself. Its edge makes it, or else a step that follows,
 * of which it is not known which one it is: they may read different locations. */
static Taken taken_by_itself(Monitor *m, WeakStep *step, const AccessSite *s)
{
    const Edge *e = site_edge(m, s);
    LocationEvent events[EVENTS_MAX];
    Taken taken = {term_bool(m->tm, false), term_bool(m->tm, site_access(m, s)->is_atomic)};
    if (!site_access(m, s)->is_atomic) return taken;
    if (memory_events_of(m->question->events, e, events, EVENTS_MAX)) {
        add_own_messages(m, step, e, &taken);
        return taken;
    }
    for (uint32_t k = 0; k < program_out_count(m->p, e->to); k++)
        add_own_messages(m, step, program_out_edge(m->p, e->to, k), &taken);
    return taken;
}

static void add_order_error(Monitor *m, const Edge *edge, Term also, const char *approximate)
{
    Edge e = *edge;
    e.guard = term_and(m->tm, edge->guard, also);
    if (approximate && !e.approximate) e.approximate = approximate;
    if (!term_is_false(m->tm, e.guard)) program_add_edge(m->out, &e);
}

/* The access does not come after the announced one. */
static void add_order_errors(Monitor *m, const AccessSite *s, const Edge *edge)
{
    const MemoryEvents *events = m->question->events;
    const char *beyond = events->unfollowed ? events->unfollowed : events->beyond;
    WeakStep step = weak_step_begin(m->bits, edge);
    Term unordered = term_not(m->tm, weak_thread_bit(&step, BIT_K));
    Taken taken = taken_by_itself(m, &step, s);
    Term not_any = term_not(m->tm, taken.any), not_every = term_not(m->tm, taken.every);
    add_order_error(m, edge, term_and(m->tm, unordered, not_any), beyond);
    Term some = term_and(m->tm, taken.any, not_every);
    add_order_error(m, edge, term_and(m->tm, unordered, some), "an atomic access may order itself");
}

/* One error edge for each access and each class that it conflicts with. */
static void add_race_errors(Monitor *m, LocId *errors, uint32_t site)
{
    const AccessSite *s = &m->sites.data[site];
    Access access;
    uint32_t object = site_access(m, s)->object;
    for (uint32_t k = 1; k <= m->classes.count; k++) {
        const AccessSite *first = &m->sites.data[m->classes.data[k - 1].first];
        const Access *announced = site_access(m, first);
        if (announced->object != object || !class_is_asked(m, k, s)) continue;
        Edge edge = monitor_edge(m, s, race_location(m, errors, s), &access);
        Term index = announced->stride ? program_var_term(m->out, m->index) : TERM_NONE;
        Term overlap = access_overlap(m->tm, announced, index, &access, access.index);
        if (term_is_false(m->tm, overlap)) continue;
        edge.guard = term_and(m->tm, access_condition(m, s), term_and(m->tm, race_is(m, k), overlap));
        edge.is_error = true;
        edge.property = PROPERTY_NO_DATA_RACE;
        edge.what =
            run_format(m->p->run, "data race on `%s`", access.name ? access.name : m->p->objects.data[object].name);
        if (m->bits)
            add_order_errors(m, s, &edge);
        else
            program_add_edge(m->out, &edge);
    }
}

static Edge with_bits(Monitor *m, const Edge *e)
{
    WeakStep step = weak_step_begin(m->bits, e);
    weak_step_edge(&step, e, false);
    return weak_step_end(&step, e);
}

/* The program's own edges; those that write what an announcement depends on end with the first announcement: of what
 * happens after one only the failure that follows matters, and it is possible at once if at all. */
static void copy_unannounced_edges(Monitor *m)
{
    for (uint32_t i = 0; i < m->p->edges.count; i++) {
        Edge e = m->p->edges.data[i];
        e.accesses = NULL;
        e.access_count = 0;
        if (m->all_frozen || (m->any_frozen && writes_frozen(m, &e))) e.guard = term_and(m->tm, e.guard, race_is(m, 0));
        if (m->bits) e = with_bits(m, &e);
        EdgeId id = program_add_edge(m->out, &e);
        CHECK(id.i == i);
        (void)id;
    }
}

static void add_monitor_edges(Monitor *m)
{
    Program *p = m->p;
    LocId *errors = run_alloc(p->run, (p->templates.count + 1) * sizeof *errors);
    for (uint32_t t = 0; t < p->templates.count; t++)
        errors[t].i = NO_ID;
    for (uint32_t i = 0; i < m->sites.count; i++)
        if (m->sites.data[i].class && m->bits)
            add_nomination(m, &m->sites.data[i]);
        else if (m->sites.data[i].class)
            add_announcement(m, &m->sites.data[i]);
    for (uint32_t i = 0; i < m->sites.count; i++) {
        run_poll(p->run);
        add_race_errors(m, errors, i);
    }
    run_release(p->run, errors);
}

Program *monitor_races(Program *p, const MonitorQuestion *question)
{
    Monitor m = {.p = p, .out = program_copy_frame(p, true), .tm = p->tm, .question = question};
    Run *run = p->run;
    intern_init(run, &m.class_ids);
    m.parked = run_alloc(run, (p->locs.count + 1) * sizeof *m.parked);
    m.frozen = run_alloc(run, p->vars.count + 1);
    for (uint32_t i = 0; i < p->locs.count; i++)
        m.parked[i].i = NO_ID;
    find_sites(&m);
    find_announcements(&m);
    find_frozen_variables(&m);
    if (m.classes.count) m.race = add_monitor_variable(&m, "race", RACE_WIDTH);
    if (m.classes.count && question && question->events)
        m.bits = weak_bits_new(p, m.out, question->events, WEAK_C11, NO_ID);
    if (m.index_width) m.index = add_monitor_variable(&m, "race.index", m.index_width);
    copy_unannounced_edges(&m);
    add_monitor_edges(&m);
    if (m.bits) weak_bits_free(m.bits);
    intern_clear(&m.class_ids);
    vec_free(run, &m.sites);
    vec_free(run, &m.classes);
    run_release(run, m.starts);
    run_release(run, m.parked);
    run_release(run, m.frozen);
    program_index(m.out);
    program_infer_cardinality(m.out);
    return program_require(m.out, "program with announced accesses");
}
