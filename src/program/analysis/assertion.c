/* `if (c) error;` is evaluated where c is: at the last location before the error where another way was open. So from
 * each error edge back to such locations: edges that leave them and do not lead to the error alone are the ones that
 * pass. On the way back an edge with a guard and no alternative (an assumption, a condition of defined behaviour, a
 * lock) ends the search: who takes it cannot but fail, so that in a program whose assertions hold nobody does.
 *
 * A condition with `&&` and `||` is several such locations, of which the last may never be come to although the
 * condition is evaluated. What belongs to it is known by its position if all of it comes from one macro, as `assert`,
 * and otherwise by where it leads: `if (a && b) error;` cannot be told from `if (a) if (b) error;`, and both count as
 * the first. So what is found may be too much, and an assertion count as evaluated that is not; never too little. */
#include "program/analysis/assertion.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"

typedef struct Search {
    const Program *p;
    uint32_t *in_start, *in_edges; /* of a location, like out_start and out_edges */
    bool *doomed;                  /* per location: leads to errors only */
    VEC(uint32_t) touched;         /* those that are */
    VEC(uint32_t) work;
    bool *joined; /* per location: belongs to the condition that is looked at */
    bool *behind; /* per location: an edge that passes leads there */
} Search;

static void index_incoming(Search *s)
{
    const Program *p = s->p;
    s->in_start = run_alloc(p->run, (p->locs.count + 2) * sizeof *s->in_start);
    s->in_edges = run_alloc(p->run, (p->edges.count + 1) * sizeof *s->in_edges);
    for (uint32_t e = 0; e < p->edges.count; e++)
        s->in_start[p->edges.data[e].to.i + 2]++;
    for (uint32_t l = 0; l < p->locs.count; l++)
        s->in_start[l + 2] += s->in_start[l + 1];
    for (uint32_t e = 0; e < p->edges.count; e++)
        s->in_edges[s->in_start[p->edges.data[e].to.i + 1]++] = e;
}

/* The edges out of a location that do not only lead to errors are added. False: there are none. */
static bool add_passing(const Search *s, uint32_t l, Assertion *assertion)
{
    const Program *p = s->p;
    bool found = false;
    for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
        const Edge *e = &p->edges.data[p->out_edges[k]];
        if (e->is_error || s->doomed[e->to.i]) continue;
        found = true;
        vec_push(p->run, &assertion->passing, (EdgeId){p->out_edges[k]});
    }
    return found;
}

static bool is_blocking(const Search *s, const Edge *edge)
{
    const Program *p = s->p;
    if (term_is_true(p->tm, edge->guard)) return false;
    for (uint32_t k = p->out_start[edge->from.i]; k < p->out_start[edge->from.i + 1]; k++) {
        const Edge *e = &p->edges.data[p->out_edges[k]];
        if (e != edge && !e->is_error) return false;
    }
    return true;
}

static bool is_same_pos(SourcePos a, SourcePos b) { return a.line == b.line && a.column == b.column; }

/* Whether the location is a part of the condition, too, seen from an edge that leads from it into the condition. */
static bool belongs_to_condition(const Search *s, const Edge *edge, SourcePos pos, bool is_macro)
{
    const Program *p = s->p;
    if (is_macro) return is_same_pos(edge->pos, pos);
    bool is_only = true;
    for (uint32_t k = p->out_start[edge->from.i]; k < p->out_start[edge->from.i + 1]; k++) {
        const Edge *e = &p->edges.data[p->out_edges[k]];
        if (e->is_error) continue;
        if (s->behind[e->to.i]) return true;
        is_only &= e == edge;
    }
    return is_only && term_is_true(p->tm, edge->guard); /* a read, say */
}

/* Adds the ways that leave the condition of which the location is the last part. */
static void add_ways_past_condition(Search *s, uint32_t last, SourcePos pos, Assertion *assertion)
{
    const Program *p = s->p;
    VEC(uint32_t) work = {NULL, 0, 0}, all = {NULL, 0, 0};
    bool is_macro = !program_assertion_is(p, pos, ASSERTION_WRITTEN_OUT);
    for (uint32_t k = 0; k < assertion->passing.count; k++)
        s->behind[p->edges.data[assertion->passing.data[k].i].to.i] = true;
    vec_push(p->run, &work, last);
    while (work.count) {
        uint32_t l = vec_pop(&work);
        if (s->joined[l]) continue;
        s->joined[l] = true;
        vec_push(p->run, &all, l);
        if (l != last) add_passing(s, l, assertion);
        for (uint32_t k = s->in_start[l]; k < s->in_start[l + 1]; k++) {
            const Edge *e = &p->edges.data[s->in_edges[k]];
            if (!e->is_error && belongs_to_condition(s, e, pos, is_macro)) vec_push(p->run, &work, e->from.i);
        }
    }
    for (uint32_t i = 0; i < all.count; i++)
        s->joined[all.data[i]] = false;
    for (uint32_t k = 0; k < assertion->passing.count; k++)
        s->behind[p->edges.data[assertion->passing.data[k].i].to.i] = false;
    vec_free(p->run, &work);
    vec_free(p->run, &all);
}

/* The location of an error edge. */
static void search_back_from_error(Search *s, uint32_t start, SourcePos pos, Assertion *assertion)
{
    const Program *p = s->p;
    vec_push(p->run, &s->work, start);
    while (s->work.count) {
        uint32_t l = vec_pop(&s->work);
        if (s->doomed[l]) continue;
        if (add_passing(s, l, assertion)) {
            add_ways_past_condition(s, l, pos, assertion);
            continue;
        }
        s->doomed[l] = true;
        vec_push(p->run, &s->touched, l);
        for (uint32_t k = s->in_start[l]; k < s->in_start[l + 1]; k++) {
            const Edge *e = &p->edges.data[s->in_edges[k]];
            if (!e->is_error && !is_blocking(s, e)) vec_push(p->run, &s->work, e->from.i);
        }
    }
    while (s->touched.count)
        s->doomed[vec_pop(&s->touched)] = false;
}

static Assertion *assertion_at(Run *run, Assertions *out, SourcePos pos)
{
    for (uint32_t i = 0; i < out->all.count; i++) {
        Assertion *a = &out->all.data[i];
        if (a->pos.line == pos.line && strcmp(a->pos.file, pos.file) == 0) return a;
    }
    Assertion new = {.pos = {pos.file, pos.line, 0}};
    vec_push(run, &out->all, new);
    return &vec_last(&out->all);
}

void assertions_find(const Program *p, Assertions *out)
{
    CHECK(program_is_indexed(p));
    memset(out, 0, sizeof *out);
    Search s = {.p = p, .doomed = run_alloc(p->run, p->locs.count + 1)};
    s.joined = run_alloc(p->run, p->locs.count + 1);
    s.behind = run_alloc(p->run, p->locs.count + 1);
    index_incoming(&s);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!e->is_error || e->approximate || e->property != PROPERTY_UNREACH_CALL) continue;
        if (!e->pos.file || !e->pos.line) continue;
        Assertion *assertion = assertion_at(p->run, out, e->pos);
        vec_push(p->run, &assertion->failures, (EdgeId){i});
        search_back_from_error(&s, e->from.i, e->pos, assertion);
    }
    vec_free(p->run, &s.touched);
    vec_free(p->run, &s.work);
    run_release(p->run, s.doomed);
    run_release(p->run, s.joined);
    run_release(p->run, s.behind);
    run_release(p->run, s.in_start);
    run_release(p->run, s.in_edges);
}

void assertions_free(Run *run, Assertions *assertions)
{
    for (uint32_t i = 0; i < assertions->all.count; i++) {
        vec_free(run, &assertions->all.data[i].failures);
        vec_free(run, &assertions->all.data[i].passing);
    }
    vec_free(run, &assertions->all);
}
