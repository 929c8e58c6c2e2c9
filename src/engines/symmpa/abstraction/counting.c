#include "engines/symmpa/abstraction/counting.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "program/step.h"

#define WEIGHT_MAX 7
#define UNSET INT8_MIN

/* What an edge adds to x (x := x + delta); false when it assigns something else, or too much. */
static bool edge_delta(Program *p, const Edge *e, VarId x, int *delta)
{
    Term value = step_value(e, x);
    *delta = 0;
    if (!term_is(value)) return true;
    Term d = term_sub(p->tm, value, program_var_term(p, x));
    if (!term_is_const(p->tm, d)) return false;
    Sort s = p->vars.data[x.i].sort;
    int64_t v = (int64_t)term_value(p->tm, d);
    if (s.kind == SORT_BV && s.width < 64 && v >> (s.width - 1) & 1) v -= INT64_C(1) << s.width;
    if (v < -WEIGHT_MAX || v > WEIGHT_MAX) return false;
    *delta = (int)v;
    return true;
}

typedef struct Range {
    int low, high;
    bool loose; /* threads at some location without edges have added different amounts */
} Range;

static void widen_increments(Range *r, int w)
{
    if (w < r->low) r->low = w;
    if (w > r->high) r->high = w;
}

/* Spreads the weights along the edges; false when a location would get two. Threads at locations without edges may have
 * added different amounts: what is claimed of them is only that it is in the range. */
static bool find_weights(Program *p, VarId x, int8_t *weight, Range *range)
{
    memset(weight, UNSET, p->locs.count);
    for (uint32_t t = 0; t < p->templates.count; t++)
        weight[p->templates.data[t].entry.i] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->edges.count; i++) {
            const Edge *e = &p->edges.data[i];
            int delta;
            if (e->is_error || weight[e->from.i] == UNSET) continue;
            if (!edge_delta(p, e, x, &delta)) return false;
            CHECK(delta >= -WEIGHT_MAX && delta <= WEIGHT_MAX);
            int w = weight[e->from.i] + delta;
            if (w < -WEIGHT_MAX || w > WEIGHT_MAX) return false;
            widen_increments(range, w);
            if (weight[e->to.i] == w) continue;
            if (weight[e->to.i] != UNSET && program_out_count(p, e->to) > 0) return false;
            if (weight[e->to.i] != UNSET) {
                range->loose = true;
                if (abs(w) < abs(weight[e->to.i])) weight[e->to.i] = (int8_t)w;
                continue;
            }
            weight[e->to.i] = (int8_t)w;
            changed = true;
        }
    }
    return true;
}

/* Do all edges keep what it claims? A thread starts with weight 0, and what it adds is the difference of the weights;
 * at a location without edges the weight may be less than what was added. */
static bool counting_is_valid(Program *p, const Counting *c)
{
    bool valid = c->max_weight > 0 && c->max_weight <= WEIGHT_MAX;
    for (uint32_t t = 0; t < p->templates.count && valid; t++)
        valid = c->weight[p->templates.data[t].entry.i] == 0;
    for (uint32_t l = 0; l < p->locs.count && valid; l++)
        valid = c->weight[l] <= c->max_weight;
    return valid;
}

static void try_var(Program *p, VarId x, int8_t *weight, Countings *out)
{
    const Var *v = &p->vars.data[x.i];
    if (v->class != VAR_SHARED || !term_is(v->init) || (v->sort.kind != SORT_INT && v->sort.kind != SORT_BV)) return;
    if (v->sort.kind == SORT_BV && v->sort.width < 8) return;
    Range range = {0, 0, false};
    if (!find_weights(p, x, weight, &range)) return;
    if ((range.low < 0) == (range.high > 0)) return; /* no counter, or one that goes both ways */
    CHECK(range.low >= -WEIGHT_MAX && range.low <= 0 && range.high >= 0 && range.high <= WEIGHT_MAX);
    bool descending = range.low < 0;
    Counting c = {
        x, v->init, descending, run_alloc(p->run, p->locs.count + 1), (uint8_t)(range.high - range.low), range.loose};
    for (uint32_t l = 0; l < p->locs.count; l++)
        c.weight[l] = weight[l] == UNSET ? 0 : (uint8_t)(descending ? -weight[l] : weight[l]);
    CHECK(counting_is_valid(p, &c));
    vec_push(p->run, out, c);
}

void counting_find(Program *p, Countings *out)
{
    int8_t *weight = run_alloc(p->run, p->locs.count + 1);
    for (uint32_t v = 0; v < p->vars.count; v++)
        try_var(p, (VarId){v}, weight, out);
    run_release(p->run, weight);
}

Term counting_fact(Program *p, const Counting *c, uint32_t weight, uint32_t bound)
{
    CHECK(weight <= 2u * c->max_weight); /* of two threads at most */
    TermManager *tm = p->tm;
    Term x = program_var_term(p, c->var);
    Term d = c->descending ? term_sub(tm, c->init, x) : term_sub(tm, x, c->init);
    Sort s = p->vars.data[c->var.i].sort;
    if (s.kind == SORT_INT) return weight ? term_binary(tm, TERM_SLE, term_int(tm, weight), d) : TERM_NONE;
    if (!bound || bound >= 16) return TERM_NONE; /* 16 * WEIGHT_MAX < 2^7: far from wrapping at 8 bits */
    Term most = term_binary(tm, TERM_ULE, d, term_bv(tm, s.width, (uint64_t)bound * c->max_weight));
    Term least = term_binary(tm, TERM_ULE, term_bv(tm, s.width, weight), d);
    return term_and(tm, least, most);
}

void counting_print(Program *p, const Counting *c, Str *out)
{
    program_print_term(p, program_var_term(p, c->var), out);
    str_add(out, !c->loose ? " == " : c->descending ? " <= " : " >= ");
    program_print_term(p, c->init, out);
    str_addf(out, " %c number of threads at", c->descending ? '-' : '+');
    const char *separator = " ";
    for (uint32_t l = 0; l < p->locs.count; l++) {
        if (!c->weight[l]) continue;
        const Loc *loc = &p->locs.data[l];
        str_add(out, separator);
        if (c->weight[l] > 1) str_addf(out, "%u * ", c->weight[l]);
        if (loc->name)
            str_addf(out, "%s:%s", p->templates.data[loc->template.i].name, loc->name);
        else
            str_addf(out, "%s:%u", loc->pos.file ? loc->pos.file : "?", loc->pos.line);
        separator = ", ";
    }
}
