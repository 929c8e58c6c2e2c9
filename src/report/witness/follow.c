#include "report/witness/follow.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/copy.h"
#include "program/step.h"
#include "report/witness/expression.h"
#include "report/witness/place.h"

#define SEGMENTS_MAX 60000 /* more than fit into the counter are no witness that anybody reads */
#define TARGET_LINES 3     /* a call of reach_error is one step with the branch above it */

typedef struct Placed {
    const Waypoint *waypoint;
    bool *at;         /* per edge */
    Term *conditions; /* per edge where it is: that it is passed */
} Placed;

typedef struct Builder {
    Program *p;
    TermManager *tm;
    Run *run;
    bool long_is_32;
    VEC(Placed) follow;        /* in order; what cannot be placed is left out */
    VEC(Placed) avoid;         /* with their segments as indices into `follow` */
    VEC(uint32_t) avoid_until; /* per one of those: the segment in which it counts */
    bool *is_target;           /* per edge */
    Sort sort;                 /* of the counter */
    VarId passed;              /* the counter, in the program that is being made */
} Builder;

/* ---- places ---- */

static void note_left_out(const Builder *b, const Waypoint *w, const char *what, const char *why)
{
    diag_add(b->run, SEVERITY_NOTE, w->place, "%s of the witness is not looked at: %s", what, why);
}

/* The input of an edge that has one: what the call returned. */
static void find_returned_input(void *arg, Term var)
{
    Builder *b = ((void **)arg)[0];
    VarId *found = ((void **)arg)[1];
    uint32_t v = term_symbol(b->tm, var);
    if (b->p->vars.data[v].class == VAR_INPUT && term_instance(b->tm, var) == 0) found->i = v;
}

static VarId returned(Builder *b, const Edge *e)
{
    VarId found = {NO_ID};
    void *arg[] = {b, &found};
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_var(b->tm, e->assigns[i].value, find_returned_input, arg);
    return found;
}

static Term waypoint_condition_at(Builder *b, const Waypoint *w, const Edge *e, const char **why)
{
    WitnessScope scope = {b->p, b->p->locs.data[e->from.i].template, w->place, b->long_is_32, {NO_ID}};
    *why = NULL;
    if (!w->constraint) return term_bool(b->tm, true);
    if (w->is_return) scope.result = returned(b, e);
    Term t = witness_condition(&scope, w->constraint, why);
    return term_is(t) && w->is_after ? step_before(b->p, e, t, SPACE_ACTIVE) : t;
}

/* What a call returned is known on the edges that have it as their input: those of the line. */
static bool find_edges(Builder *b, const Waypoint *w, bool *at)
{
    if (w->is_return && w->constraint) {
        SourcePos line = {w->place.file, w->place.line, 0};
        uint32_t left = place_find_edges(b->p, line, at);
        for (uint32_t e = 0; e < b->p->edges.count; e++) {
            if (!at[e] || returned(b, &b->p->edges.data[e]).i != NO_ID) continue;
            at[e] = false;
            left--;
        }
        if (left) return true;
    }
    return place_find_edges(b->p, w->place, at) > 0;
}

/* False: the program does nothing there. */
static bool place_waypoint(Builder *b, const Waypoint *w, Placed *placed, uint32_t *unchecked)
{
    uint32_t n = b->p->edges.count;
    const char *unsaid = NULL;
    *placed = (Placed){w, run_alloc(b->run, n + 1), run_alloc(b->run, (n + 1) * sizeof *placed->conditions)};
    if (!find_edges(b, w, placed->at)) return false;
    for (uint32_t e = 0; e < n; e++) {
        if (!placed->at[e]) continue;
        const char *why;
        Term c = waypoint_condition_at(b, w, &b->p->edges.data[e], &why);
        if (why) unsaid = why;
        placed->conditions[e] = term_is(c) ? c : term_bool(b->tm, !w->avoid);
    }
    if (unsaid) note_left_out(b, w, "a condition", unsaid);
    if (w->is_partial) note_left_out(b, w, "a condition", "which way a branch goes is not told by places of the model");
    *unchecked += unsaid || w->is_partial;
    return true;
}

/* The violations on the target's line, else on the last line before it that is near: the branch to a call of
 * reach_error stands for the call. */
static bool place_target(Builder *b, const Waypoint *w)
{
    uint32_t best = 0, n = b->p->edges.count;
    for (uint32_t e = 0; e < n && !w->place.line; e++)
        best |= b->is_target[e] = b->p->edges.data[e].is_error;
    if (!w->place.line) return best;
    for (uint32_t e = 0; e < n; e++) {
        const Edge *edge = &b->p->edges.data[e];
        if (!edge->is_error || !edge->pos.file || !place_is_file(edge->pos.file, w->place.file)) continue;
        uint32_t line = edge->pos.line;
        if (line <= w->place.line && line + TARGET_LINES >= w->place.line && line > best) best = line;
    }
    for (uint32_t e = 0; e < n && best; e++) {
        const Edge *edge = &b->p->edges.data[e];
        b->is_target[e] =
            edge->is_error && edge->pos.file && place_is_file(edge->pos.file, w->place.file) && edge->pos.line == best;
    }
    return best > 0;
}

/* ---- the counter ---- */

static Term passed_constant(Builder *b, uint32_t k) { return term_const(b->tm, b->sort, k); }
static Term passed_is(Builder *b, uint32_t k)
{
    return term_eq(b->tm, term_var(b->tm, b->sort, b->passed.i, 0), passed_constant(b, k));
}

/* May one step pass both? Not when their conditions speak of the same moment of it. */
static bool may_pass_both(const Waypoint *a, const Waypoint *b)
{
    return a->thread == b->thread && (a->is_return != b->is_return || a->is_after != b->is_after);
}

/* The value after the edge, from k segments on. A statement may stand for several waypoints of different kinds (the
 * entry and the return of a call), and an error for all that is left. */
static Term advance_passed(Builder *b, uint32_t k, uint32_t e, bool all)
{
    Term value = passed_constant(b, k);
    uint32_t end = k;
    while (end < b->follow.count && b->follow.data[end].at[e] &&
           (all || end == k || may_pass_both(b->follow.data[end].waypoint, b->follow.data[end - 1].waypoint)))
        end++;
    for (uint32_t i = end; i-- > k;) /* i passes only after those before */
        value = term_ite(b->tm, b->follow.data[i].conditions[e], i + 1 == end ? passed_constant(b, end) : value,
                         passed_constant(b, i));
    return value;
}

static bool is_passed_at(const Builder *b, uint32_t e)
{
    bool any = false;
    for (uint32_t k = 0; k < b->follow.count; k++)
        any |= b->follow.data[k].at[e];
    for (uint32_t k = 0; k < b->avoid.count; k++)
        any |= b->avoid.data[k].at[e];
    return any;
}

/* The counter after the edge, by what it was before. All segments but one more stand for "left the witness". */
static Term passed_after_edge(Builder *b, uint32_t e, bool all)
{
    Term value = term_var(b->tm, b->sort, b->passed.i, 0);
    for (uint32_t k = b->follow.count; k-- > 0;)
        if (b->follow.data[k].at[e]) value = term_ite(b->tm, passed_is(b, k), advance_passed(b, k, e, all), value);
    for (uint32_t i = 0; i < b->avoid.count; i++) {
        const Placed *a = &b->avoid.data[i];
        if (!a->at[e]) continue;
        Term met = term_and(b->tm, passed_is(b, b->avoid_until.data[i]), a->conditions[e]);
        value = term_ite(b->tm, met, passed_constant(b, b->follow.count + 1), value);
    }
    return value;
}

/* ---- programs ---- */

static VarId add_counter(Program *p, const char *name, Sort sort, VarClass class, TemplateId t, Term init)
{
    Var v;
    memset(&v, 0, sizeof v);
    v.name = name;
    v.sort = sort;
    v.class = class;
    v.template = t;
    v.init = init;
    v.is_temporary = true;
    return program_add_var(p, &v);
}

static Edge with_assign(Run *run, const Edge *e, const Assign *more, uint32_t count)
{
    Edge out = *e;
    Assign *assigns = run_alloc(run, (e->assign_count + count) * sizeof *assigns);
    if (e->assign_count) memcpy(assigns, e->assigns, e->assign_count * sizeof *assigns);
    memcpy(assigns + e->assign_count, more, count * sizeof *assigns);
    out.assigns = assigns;
    out.assign_count += count;
    return out;
}

/* An edge as the program at hand has it, of a program whose question is the target only. */
static Edge plain_edge(const Builder *b, uint32_t e)
{
    Edge edge = b->p->edges.data[e];
    edge.access_count = 0;
    edge.property = PROPERTY_UNREACH_CALL;
    edge.what = NULL;
    return edge;
}

/* An error counts at the target, when with it all segments are left. */
static Term error_guard(Builder *b, uint32_t e)
{
    if (!b->is_target[e]) return term_bool(b->tm, false);
    return term_and(b->tm, b->p->edges.data[e].guard,
                    term_eq(b->tm, passed_after_edge(b, e, true), passed_constant(b, b->follow.count)));
}

static Program *make_counting(Builder *b)
{
    Program *q = program_copy_frame(b->p, true);
    b->passed = add_counter(q, "witness.passed", b->sort, VAR_SHARED, (TemplateId){NO_ID}, passed_constant(b, 0));
    for (uint32_t e = 0; e < b->p->edges.count; e++) {
        Edge edge = plain_edge(b, e);
        if (edge.is_error) {
            edge.guard = error_guard(b, e);
        } else if (is_passed_at(b, e)) {
            Assign counts = {b->passed, passed_after_edge(b, e, false)};
            edge = with_assign(b->run, &edge, &counts, 1);
        }
        EdgeId id = program_add_edge(q, &edge);
        CHECK(id.i == e);
        (void)id;
    }
    program_index(q);
    program_infer_cardinality(q);
    return q;
}

typedef struct Strict {
    Builder *b;
    Program *q;
    VarId *mine; /* per template: the count at which the thread passed a waypoint last */
    Term *none;  /* per template: its value of a thread that has passed none */
    Term *next;  /* per template: passes_next_waypoint */
    Follow *f;
    bool has_threads; /* the witness tells threads apart */
    VEC(uint32_t) origin;
} Strict;

static void look_shared(void *arg, Term var)
{
    Strict *s = ((void **)arg)[0];
    bool *shared = ((void **)arg)[1];
    *shared |= s->b->p->vars.data[term_symbol(s->b->tm, var)].class == VAR_SHARED;
}

/* Does the edge only do what no other thread sees? */
static bool is_unseen_edge(Strict *s, const Edge *e)
{
    bool shared = e->spawn.i != NO_ID || e->is_error;
    void *arg[] = {s, &shared};
    term_for_each_var(s->b->tm, e->guard, look_shared, arg);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        shared |= s->b->p->vars.data[e->assigns[i].var.i].class == VAR_SHARED;
        term_for_each_var(s->b->tm, e->assigns[i].value, look_shared, arg);
    }
    return !shared;
}

static Term is_mine(Strict *s, TemplateId t)
{
    Builder *b = s->b;
    return term_eq(b->tm, term_var(b->tm, b->sort, s->mine[t.i].i, 0), term_var(b->tm, b->sort, b->passed.i, 0));
}

/* The thread that passes the k-th waypoint is the one that passed the last one of its thread before; one that has
 * passed none where there is no such. */
static Term is_its_thread(Strict *s, uint32_t k, TemplateId t)
{
    Builder *b = s->b;
    uint32_t thread = b->follow.data[k].waypoint->thread, last = k;
    if (!s->has_threads) return term_bool(b->tm, true);
    while (last > 0 && b->follow.data[last - 1].waypoint->thread != thread)
        last--;
    Term mine = term_var(b->tm, b->sort, s->mine[t.i].i, 0);
    return term_eq(b->tm, mine, last ? passed_constant(b, last) : s->none[t.i]);
}

/* It passes the k-th waypoint with the edge. */
static Term passes(Strict *s, uint32_t k, uint32_t e, TemplateId t)
{
    Builder *b = s->b;
    return term_and_n(b->tm, (Term[]){passed_is(b, k), b->follow.data[k].conditions[e], is_its_thread(s, k, t)}, 3);
}

/* It is the one that passes the next waypoint. */
static Term passes_next_waypoint(Strict *s, TemplateId t)
{
    Builder *b = s->b;
    Term any = term_bool(b->tm, false);
    for (uint32_t k = 0; k < b->follow.count; k++)
        any = term_or(b->tm, any, term_and(b->tm, passed_is(b, k), is_its_thread(s, k, t)));
    return any;
}

/* When a thread may take the edge without passing a waypoint. Where threads are told apart others than the next one
 * wait, and none goes by a waypoint that it can pass: else a search spends its time with threads that did. */
static Term may_go_on_unpassed(Strict *s, uint32_t e, TemplateId t, bool is_free)
{
    Builder *b = s->b;
    Term may = is_free ? term_bool(b->tm, true) : is_mine(s, t);
    if (!s->has_threads) return may;
    if (is_free) may = term_or(b->tm, is_mine(s, t), s->next[t.i]);
    for (uint32_t k = 0; k < b->follow.count; k++)
        if (b->follow.data[k].at[e]) may = term_and(b->tm, may, term_not(b->tm, passes(s, k, e, t)));
    return may;
}

static void add_strict(Strict *s, const Edge *edge, uint32_t origin)
{
    program_add_edge(s->q, edge);
    vec_push(s->b->run, &s->origin, origin);
}

/* The edge of a thread whose turn it is; and for each waypoint there, of one that takes its turn by passing it. */
static void add_strict_edges(Strict *s, uint32_t e)
{
    Builder *b = s->b;
    TemplateId t = b->p->locs.data[b->p->edges.data[e].from.i].template;
    Edge edge = plain_edge(b, e);
    if (edge.is_error) {
        edge.guard = error_guard(b, e);
        add_strict(s, &edge, e);
        return;
    }
    edge.guard = term_and(b->tm, edge.guard, may_go_on_unpassed(s, e, t, is_unseen_edge(s, &edge)));
    add_strict(s, &edge, e);
    for (uint32_t k = 0; k < b->follow.count; k++) {
        if (!b->follow.data[k].at[e]) continue;
        Edge passing = plain_edge(b, e);
        Term after = advance_passed(b, k, e, false);
        Assign both[] = {{b->passed, after}, {s->mine[t.i], after}};
        passing.guard = term_and(b->tm, passing.guard, passes(s, k, e, t));
        passing = with_assign(b->run, &passing, both, 2);
        add_strict(s, &passing, e);
    }
}

static void make_strict(Builder *b, Follow *f)
{
    Strict s = {.b = b, .q = program_copy_frame(b->p, true), .f = f, .has_threads = true};
    for (uint32_t k = 0; k < b->follow.count; k++)
        s.has_threads &= b->follow.data[k].waypoint->thread != 0;
    s.mine = run_alloc(b->run, (b->p->templates.count + 1) * sizeof *s.mine);
    s.none = run_alloc(b->run, (b->p->templates.count + 1) * sizeof *s.none);
    s.next = run_alloc(b->run, (b->p->templates.count + 1) * sizeof *s.next);
    b->passed = add_counter(s.q, "witness.passed", b->sort, VAR_SHARED, (TemplateId){NO_ID}, passed_constant(b, 0));
    for (uint32_t t = 0; t < b->p->templates.count; t++) {
        bool begins = b->p->templates.data[t].initial != COUNT_NONE;
        s.none[t] = passed_constant(b, begins ? 0 : b->follow.count + 1);
        s.mine[t] = add_counter(s.q, "witness.mine", b->sort, VAR_LOCAL, (TemplateId){t}, s.none[t]);
        s.next[t] = passes_next_waypoint(&s, (TemplateId){t});
    }
    for (uint32_t e = 0; e < b->p->edges.count; e++)
        add_strict_edges(&s, e);
    program_index(s.q);
    program_infer_cardinality(s.q);
    f->strict = s.q;
    f->origin = s.origin.data;
    CHECK(s.origin.count == s.q->edges.count);
}

/* ---- the whole ---- */

/* Has the segment that is being read something to be avoided? Its waypoint then has to be there, too: what is avoided
 * in one segment may be allowed in the next. */
static bool is_avoiding(const Builder *b) { return b->avoid.count && vec_last(&b->avoid_until) == b->follow.count; }

static const char *place_all(Builder *b, const Waypoint *waypoints, uint32_t count, Follow *f)
{
    bool has_target = false;
    for (uint32_t i = 0; i < count; i++) {
        const Waypoint *w = &waypoints[i];
        Placed placed;
        if (w->is_target) {
            has_target = true;
            if (place_target(b, w)) continue;
            return run_format(b->run, "nothing that was asked can be violated at %s:%u, the target of the witness",
                              w->place.file, w->place.line);
        }
        f->given++;
        bool ok = place_waypoint(b, w, &placed, &f->unchecked);
        if (!ok && (w->avoid || is_avoiding(b)))
            return "a segment that avoids something is where the model does nothing";
        if (!ok) {
            note_left_out(b, w, "a waypoint", "nothing happens there in the model");
            f->unchecked++;
            continue;
        }
        f->placed++;
        if (!w->avoid) {
            vec_push(b->run, &b->follow, placed);
            continue;
        }
        vec_push(b->run, &b->avoid, placed);
        vec_push(b->run, &b->avoid_until, b->follow.count); /* those of its segment come before what is followed */
    }
    return !has_target                      ? "the witness has no target"
           : b->follow.count > SEGMENTS_MAX ? "the witness is too long"
                                            : NULL;
}

Follow follow_witness(Program *p, const Waypoint *waypoints, uint32_t count, bool long_is_32)
{
    Follow f = {.counting = NULL};
    Builder b = {.p = p, .tm = p->tm, .run = p->run, .long_is_32 = long_is_32};
    b.is_target = run_alloc(p->run, p->edges.count + 1);
    f.problem = place_all(&b, waypoints, count, &f);
    if (f.problem) return f;
    b.sort = sort_bv(b.follow.count < UINT8_MAX - 1 ? 8 : 16);
    make_strict(&b, &f);
    f.counting = make_counting(&b);
    CHECK(f.counting->edges.count == p->edges.count && f.counting->vars.count == p->vars.count + 1);
    return f;
}

void follow_translate(const Follow *f, Trace *trace)
{
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        TraceStep *step = &trace->steps.data[i];
        CHECK(step->edge.i < f->strict->edges.count);
        step->edge.i = f->origin[step->edge.i];
        vec_clear(&step->changes); /* of variables that the other programs do not have; a replay fills them in */
    }
}
