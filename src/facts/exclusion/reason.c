/* Locations are put into groups, so that what is asked of pairs of them is asked once for two groups. A group is: a
 * template, which locks a thread there holds for sure, and in which of the sets of order facts the location is. */
#include "facts/exclusion/reason.h"

#include <string.h>

#include "base/check.h"
#include "base/intern.h"
#include "base/unsound.h"
#include "facts/exclusion/after.h"
#include "facts/exclusion/lockset.h"
#include "facts/exclusion/meet.h"
#include "facts/exclusion/names.h"
#include "facts/exclusion/order.h"
#include "facts/exclusion/own.h"
#include "facts/exclusion/team.h"
#include "facts/exclusion/team_said.h"
#include "logic/term/boolean.h"
#include "logic/term/walk.h"
#include "program/step.h"

/* Of the solver in all (smt_set_share; some 5 million are a second). No answer counts as "may be", so that fewer facts
 * are found. */
#define LOCKS_EFFORT 10000000
#define OWN_EFFORT 10000000
#define CHECK_MS 300 /* for each question about a team, or a number: most take a few; no answer counts as "may be" */

typedef struct Group {
    TemplateId template;
    LocId member;
} Group;

struct ReasonTables {
    Intern group_ids; /* [template, locks held.., sets of order facts that it is in..] */
    VEC(Group) groups;
    Intern pair_ids; /* [group, group] */
    VEC(Reason) pairs;
};

/* ---- groups ---- */

static bool holds_lock_surely(const Reasons *r, uint32_t lock, LocId l)
{
    Term held = r->facts.locks.data[lock].held[l.i];
    return term_is(held) && term_is_true(r->p->tm, held);
}

static void find_location_groups(Reasons *r)
{
    Program *p = r->p;
    uint32_t locks = r->facts.locks.count, orders = r->facts.orders.count;
    uint32_t *key = run_alloc(p->run, (locks + orders + 2) * sizeof *key);
    for (uint32_t l = 0; l < p->locs.count; l++) {
        uint32_t n = 0;
        key[n++] = p->locs.data[l].template.i;
        for (uint32_t i = 0; i < locks; i++)
            if (holds_lock_surely(r, i, (LocId){l})) key[n++] = i;
        for (uint32_t i = 0; i < orders; i++) {
            const OrderFact *f = &r->facts.orders.data[i];
            uint32_t in = (f->active[l] ? 1u : 0u) | (f->after[l] ? 2u : 0u) | (f->ended[l] ? 4u : 0u);
            if (in) key[n++] = locks + 8 * i + in;
        }
        bool is_new;
        r->group[l] = intern_add(&r->tables->group_ids, key, n, &is_new);
        if (is_new) vec_push(p->run, &r->tables->groups, ((Group){p->locs.data[l].template, {l}}));
    }
    r->group_count = r->tables->groups.count;
    run_release(p->run, key);
}

Reasons *reasons_find(Program *p)
{
    Reasons *r = run_alloc(p->run, sizeof *r);
    r->p = p;
    r->group = run_alloc(p->run, (p->locs.count + 1) * sizeof *r->group);
    r->tables = run_alloc(p->run, sizeof *r->tables);
    intern_init(p->run, &r->tables->group_ids);
    intern_init(p->run, &r->tables->pair_ids);
    Smt *smt = smt_new(p->tm);
    smt_set_share(smt, LOCKS_EFFORT);
    order_find(p, smt, &r->facts);
    lockset_find(p, smt, &r->facts); /* with what is known of order */
    smt_free(smt);
    find_location_groups(r);
    return r;
}

void reasons_free(Reasons *r)
{
    Run *run = r->p->run;
    intern_clear(&r->tables->group_ids);
    intern_clear(&r->tables->pair_ids);
    vec_free(run, &r->tables->groups);
    vec_free(run, &r->tables->pairs);
    run_release(run, r->tables);
    run_release(run, r->group);
    run_release(run, r);
}

/* ---- pairs ---- */

static bool sets_are_disjoint(const Reasons *r, const bool *a, const bool *b)
{
    for (uint32_t l = 0; l < r->p->locs.count; l++)
        if (a[l] && b[l]) return false;
    return true;
}

static Reason exclude_owner(const Reasons *r, LocId of, LocId at)
{
    if (!order_excludes(r->p, &r->facts, of, at)) return (Reason){REASON_NONE, 0};
    uint32_t i = 0;
    while (r->facts.orders.data[i].subject.i != r->p->locs.data[of.i].template.i ||
           r->facts.orders.data[i].owner.i != r->p->locs.data[at.i].template.i)
        i++;
    return (Reason){r->facts.orders.data[i].after[at.i] ? REASON_AFTER : REASON_BEFORE, i};
}

static bool has_facts(const Reasons *r, TemplateId t, TemplateId owner)
{
    for (uint32_t i = 0; i < r->facts.orders.count; i++)
        if (r->facts.orders.data[i].subject.i == t.i && r->facts.orders.data[i].owner.i == owner.i) return true;
    return false;
}

/* Are no thread of a's template and no other one of b's active at the same time, as their owner sees them? */
static bool owner_sees_exclusion(const Reasons *r, LocId first, LocId second, TemplateId owner)
{
    TemplateId a = r->p->locs.data[first.i].template, b = r->p->locs.data[second.i].template;
    for (uint32_t i = 0; i < r->facts.orders.count; i++) {
        const OrderFact *x = &r->facts.orders.data[i];
        if (x->subject.i != a.i || x->owner.i != owner.i) continue;
        if (x->ended[first.i]) return false;
        for (uint32_t k = 0; k < r->facts.orders.count; k++) {
            const OrderFact *y = &r->facts.orders.data[k];
            if (y->subject.i != b.i || y->owner.i != owner.i) continue;
            if (i == k && x->single) continue;
            if (y->ended[second.i] || !sets_are_disjoint(r, x->active, y->active)) return false;
        }
    }
    return true;
}

static Reason exclude_by_order(const Reasons *r, LocId a, LocId b)
{
    TemplateId s = r->p->locs.data[a.i].template, t = r->p->locs.data[b.i].template;
    Reason reason = exclude_owner(r, a, b);
    if (reason.kind == REASON_NONE) reason = exclude_owner(r, b, a);
    for (uint32_t i = 0; i < r->facts.orders.count && reason.kind == REASON_NONE; i++) {
        const OrderFact *f = &r->facts.orders.data[i];
        if (f->subject.i != s.i || !has_facts(r, t, f->owner)) continue;
        if (owner_sees_exclusion(r, a, b, f->owner)) reason = (Reason){REASON_APART, i};
    }
    return reason;
}

static Reason exclude_pair(const Reasons *r, LocId a, LocId b)
{
    for (uint32_t i = 0; i < r->facts.locks.count; i++)
        if (holds_lock_surely(r, i, a) && holds_lock_surely(r, i, b)) return (Reason){REASON_LOCK, i};
    return exclude_by_order(r, a, b);
}

Reason reasons_exclude(Reasons *r, LocId a, LocId b)
{
    uint32_t x = r->group[a.i], y = r->group[b.i], key[2] = {x < y ? x : y, x < y ? y : x};
    bool is_new;
    uint32_t id = intern_add(&r->tables->pair_ids, key, 2, &is_new);
    if (is_new) {
        LocId first = r->tables->groups.data[key[0]].member, second = r->tables->groups.data[key[1]].member;
        vec_push(r->p->run, &r->tables->pairs, exclude_pair(r, first, second));
    }
    CHECK(id < r->tables->pairs.count);
    return r->tables->pairs.data[id];
}

/* ---- for people ---- */

static void note_name(void *arg, Term var)
{
    const Reasons *r = ((void **)arg)[0];
    const char **name = ((void **)arg)[1];
    const Var *v = &r->p->vars.data[term_symbol(r->p->tm, var)];
    if (!*name) *name = v->lock ? v->lock : v->name;
}

const char *text_of_reason(const Reasons *r, Reason reason)
{
    const char *name = NULL;
    void *arg[2] = {(void *)(uintptr_t)r, &name};
    const char *subject = NULL;
    if (reason.kind == REASON_BEFORE || reason.kind == REASON_AFTER || reason.kind == REASON_APART)
        subject = r->p->templates.data[r->facts.orders.data[reason.fact].subject.i].name;
    if (reason.kind == REASON_JOINED || reason.kind == REASON_TEAM || reason.kind == REASON_COUNTED)
        subject = r->p->templates.data[r->facts.teams.data[reason.fact].team.i].name;
    switch (reason.kind) {
    case REASON_NONE: break;
    case REASON_LOCK:
        term_for_each_var(r->p->tm, r->facts.locks.data[reason.fact].taken, note_name, arg);
        return run_format(r->p->run, "lock `%s`", name);
    case REASON_BEFORE: return run_format(r->p->run, "before %s is started", subject);
    case REASON_AFTER: return run_format(r->p->run, "after %s has ended", subject);
    case REASON_APART: return run_format(r->p->run, "%s is not at work at the same time", subject);
    case REASON_OWN:
        name = r->p->vars.data[r->facts.owns.data[reason.fact].counter.i].name;
        return run_format(r->p->run, "different numbers drawn from `%s`", name);
    case REASON_JOINED: return run_format(r->p->run, "before %s is started or after all of it were joined", subject);
    case REASON_COUNTED: return run_format(r->p->run, "bounds in the loops about %s", subject);
    case REASON_TEAM: return run_format(r->p->run, "each %s is told another", subject);
    }
    return "no reason";
}

/* ---- error edges ---- */

/* A shared variable that starts with a constant, and that only constants are assigned to. */
typedef struct Flag {
    bool is_flag;
    bool stops;        /* who assigns to it stops there for good */
    TemplateId setter; /* who alone assigns another constant than the first, and is one thread; .i = NO_ID: none such */
    VEC(EdgeId) sets;
    bool *away; /* per location of the setter: where the flag may differ from its first value; NULL: not yet found */
} Flag;

typedef struct Excuser {
    Reasons *r;
    const Program *open;
    Smt *smt, *brief; /* brief: with limits, since it is asked about each error that is left */
    Flag *flags;
    Excuses *excuses;
    Intern use_ids; /* [kind, fact, name..] */
} Excuser;

static void free_flag(Run *run, Flag *flag)
{
    vec_free(run, &flag->sets);
    if (flag->away) run_release(run, flag->away);
}

static void note_setter(const Program *p, Flag *flag, const Edge *e)
{
    TemplateId t = p->locs.data[e->from.i].template;
    bool is_first = flag->sets.count == 0;
    if (p->templates.data[t.i].cardinality != COUNT_ONE || (!is_first && flag->setter.i != t.i))
        flag->setter = (TemplateId){NO_ID};
    else if (is_first)
        flag->setter = t;
    flag->stops &= !program_out_count(p, e->to);
    vec_push(p->run, &flag->sets, ((EdgeId){(uint32_t)(e - p->edges.data)}));
}

static Flag *find_awaited_flags(const Program *p)
{
    Flag *flags = run_alloc(p->run, (p->vars.count + 1) * sizeof *flags);
    for (uint32_t v = 0; v < p->vars.count; v++) {
        const Var *info = &p->vars.data[v];
        flags[v] = (Flag){.stops = true, .setter = {NO_ID}};
        flags[v].is_flag = info->class == VAR_SHARED && term_is(info->init) && term_is_const(p->tm, info->init);
    }
    for (uint32_t i = 0; i < p->edges.count; i++)
        for (uint32_t k = 0; k < p->edges.data[i].assign_count; k++) {
            const Assign *a = &p->edges.data[i].assigns[k];
            Flag *flag = &flags[a->var.i];
            flag->is_flag &= term_is_const(p->tm, a->value);
            if (flag->is_flag) note_setter(p, flag, &p->edges.data[i]);
        }
    return flags;
}

/* "flag == constant", with another constant than the first? */
static bool is_flag_question(const Program *p, const Flag *flags, Term t, VarId *flag, Term *value)
{
    TermManager *tm = p->tm;
    TermKind kind = term_kind(tm, t);
    Term plain = kind == TERM_NOT ? term_arg(tm, t, 0) : t;
    for (uint32_t i = 0; i < 2; i++) {
        Term var = kind == TERM_EQ ? term_arg(tm, t, i) : plain;
        *value = kind == TERM_EQ ? term_arg(tm, t, 1 - i) : term_bool(tm, kind != TERM_NOT);
        if (term_kind(tm, var) != TERM_VAR || !term_is_const(tm, *value)) continue;
        *flag = (VarId){term_symbol(tm, var)};
        if (flags[flag->i].is_flag && !term_same(p->vars.data[flag->i].init, *value)) return true;
    }
    return false;
}

static const char *what_of(const Program *p, const Edge *e)
{
    if (!e->access_count) return NULL;
    return e->accesses[0].name ? e->accesses[0].name : p->objects.data[e->accesses[0].object].name;
}

static void add_excuse_use(Excuser *x, const Edge *error, Reason reason)
{
    Run *run = x->r->p->run;
    const char *what = what_of(x->r->p, error);
    size_t length = what ? strlen(what) : 0;
    uint32_t *key = run_alloc(run, (length / 4 + 4) * sizeof *key); /* zero behind the name */
    key[0] = reason.kind;
    key[1] = reason.fact;
    if (length) memcpy(key + 2, what, length);
    bool is_new;
    uint32_t id = intern_add(&x->use_ids, key, (uint32_t)(length / 4 + 3), &is_new);
    run_release(run, key);
    if (is_new) vec_push(run, &x->excuses->uses, ((ReasonUse){what, reason, 0}));
    CHECK(id < x->excuses->uses.count);
    x->excuses->uses.data[id].pairs++;
    x->excuses->by[reason.kind]++;
}

/* Why no threads are at both locations at the same time. */
static Reason exclude_locations(Excuser *x, LocId a, LocId b)
{
    Reason reason = reasons_exclude(x->r, a, b);
    for (uint32_t i = 0; i < x->r->facts.teams.count && reason.kind == REASON_NONE; i++) {
        const TeamFact *f = &x->r->facts.teams.data[i];
        if (team_excludes(x->r->p, f, a, b) || team_excludes(x->r->p, f, b, a)) reason = (Reason){REASON_JOINED, i};
    }
    return reason;
}

/* Why the error edge cannot be taken while another thread is where the edge `set` led. */
static Reason exclude_meeting(Excuser *x, VarId flag, const Edge *set, const Edge *error)
{
    Reason reason = exclude_locations(x, set->to, error->from);
    if (reason.kind != REASON_NONE) return reason;
    uint32_t fact;
    switch (meet_excluded(x->r->p, x->smt, &x->r->facts, flag, set, error, &fact)) {
    case MEET_NOTHING: break;
    case MEET_LOCK: return (Reason){REASON_LOCK, fact};
    case MEET_OWN: return (Reason){REASON_OWN, fact};
    case MEET_TEAM: return (Reason){REASON_TEAM, fact};
    }
    return reason;
}

static bool is_excused_by_stops(Excuser *x, VarId v, Term value, const Edge *error, bool counts)
{
    const Flag *flag = &x->flags[v.i];
    for (uint32_t i = 0; i < flag->sets.count; i++) {
        const Edge *e = &x->r->p->edges.data[flag->sets.data[i].i];
        if (!term_same(step_value(e, v), value)) continue;
        Reason reason = exclude_meeting(x, v, e, error);
        if (reason.kind == REASON_NONE) return false;
        if (counts) add_excuse_use(x, error, reason);
    }
    return true;
}

/* Where the setter may be while the flag is not what it was at first: behind the edges that make it so, as far as none
 * makes it what it was. */
static void find_away(const Program *p, Flag *flag, VarId v)
{
    Term first = p->vars.data[v.i].init;
    flag->away = run_alloc(p->run, p->locs.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            Term value = step_value(e, v);
            bool is_kept = flag->away[e->from.i] && !IS_UNSOUND(UNSOUND_SETTER_STAYS);
            bool is_away = term_is(value) ? !term_same(value, first) : is_kept;
            if (e->is_error || !is_away || flag->away[e->to.i]) continue;
            flag->away[e->to.i] = changed = true;
        }
    }
}

/* The setter is elsewhere: an object's life has ended when its owner has joined all who know it, say. */
static bool is_excused_by_setter(Excuser *x, VarId v, const Edge *error, bool counts)
{
    const Program *p = x->r->p;
    Flag *flag = &x->flags[v.i];
    if (flag->setter.i == NO_ID || flag->setter.i == p->locs.data[error->from.i].template.i) return false;
    if (!flag->away) find_away(p, flag, v);
    Reason reason = {REASON_NONE, 0};
    for (uint32_t l = 0; l < p->locs.count; l++) {
        if (!flag->away[l]) continue;
        reason = exclude_locations(x, (LocId){l}, error->from);
        if (reason.kind == REASON_NONE) return false;
    }
    if (counts && reason.kind != REASON_NONE) add_excuse_use(x, error, reason);
    return true;
}

static bool is_excused_by(Excuser *x, const Edge *error, Term guard, bool counts)
{
    const Program *p = x->r->p;
    VarId v;
    Term value;
    for (uint32_t i = 0; term_kind(p->tm, guard) == TERM_AND && i < term_arity(p->tm, guard); i++)
        if (is_excused_by(x, error, term_arg(p->tm, guard, i), counts)) return true;
    if (!is_flag_question(p, x->flags, guard, &v, &value)) return false;
    return x->flags[v.i].stops ? is_excused_by_stops(x, v, value, error, counts)
                               : is_excused_by_setter(x, v, error, counts);
}

/* What is known of a team, or of its owner, contradicts the guard. */
static bool is_refuted_by_team(Excuser *x, const Edge *error, bool counts)
{
    Program *p = x->r->p;
    for (uint32_t i = 0; i < x->r->facts.teams.count; i++) {
        Term terms[] = {error->guard, team_known_of_one(p, &x->r->facts.teams.data[i], error->from)};
        if (!term_is(terms[1])) continue;
        if (!IS_UNSOUND(UNSOUND_BOUND_REFUTES) && !after_is_impossible(p, x->brief, terms, 2)) continue;
        if (counts) add_excuse_use(x, error, (Reason){REASON_COUNTED, i});
        return true;
    }
    return false;
}

static bool is_excused_error(Excuser *x, const Edge *error, bool counts)
{
    return is_excused_by(x, error, error->guard, counts) || is_refuted_by_team(x, error, counts);
}

/* Excuses what it can; true: there are errors left. */
static bool excuse_all(Excuser *x)
{
    const Program *p = x->r->p;
    bool any_left = false;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!e->is_error || !x->open->edges.data[i].is_error || x->excuses->errors[i]) continue;
        if (!is_excused_error(x, e, false)) {
            any_left = true;
            continue;
        }
        is_excused_error(x, e, true);
        x->excuses->errors[i] = true;
        x->excuses->count++;
    }
    return any_left;
}

static Smt *brief_smt(Program *p, uint64_t effort)
{
    Smt *smt = smt_new(p->tm);
    smt_set_timeout(smt, CHECK_MS);
    smt_set_share(smt, effort);
    return smt;
}

static bool is_all_excused(void *arg) { return !excuse_all(arg); }

static void find_teams(Excuser *x, TeamSearch *search)
{
    Reasons *r = x->r;
    Smt *smt = brief_smt(r->p, search->effort);
    names_find(r->p, smt, &r->facts);
    team_find(r->p, smt, &r->facts, is_all_excused, x);
    search->is_cut = smt_effort(smt) > search->effort;
    smt_free(smt);
}

static bool are_locations_apart(void *arg, LocId a, LocId b) { return reasons_exclude(arg, a, b).kind != REASON_NONE; }

static void find_own_numbers(Reasons *r)
{
    Smt *smt = brief_smt(r->p, OWN_EFFORT);
    own_find(r->p, smt, are_locations_apart, r, &r->facts);
    smt_free(smt);
}

Excuses reasons_excuse(Reasons *r, const Program *open, TeamSearch *teams)
{
    Program *p = r->p;
    Excuses excuses = {run_alloc(p->run, p->edges.count + 1), 0, {0}, {NULL, 0, 0}};
    Flag *flags = find_awaited_flags(p);
    Excuser x = {.r = r,
                 .open = open,
                 .smt = smt_new(p->tm),
                 .brief = brief_smt(p, OWN_EFFORT),
                 .flags = flags,
                 .excuses = &excuses};
    intern_init(p->run, &x.use_ids);
    bool any_left = excuse_all(&x);
    if (any_left && teams) {
        find_teams(&x, teams);
        any_left = excuse_all(&x);
    }
    if (any_left) {
        find_own_numbers(r);
        if (r->facts.owns.count) excuse_all(&x);
    }
    smt_free(x.smt);
    smt_free(x.brief);
    for (uint32_t v = 0; v < p->vars.count; v++)
        free_flag(p->run, &flags[v]);
    run_release(p->run, flags);
    intern_clear(&x.use_ids);
    return excuses;
}
