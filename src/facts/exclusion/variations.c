#include "facts/exclusion/variations.h"

#include "base/check.h"
#include "base/rng.h"
#include "base/vec.h"
#include "logic/smt/value.h"
#include "logic/term/walk.h"

#define SWEEPS 4    /* over all variables */
#define ATTEMPTS 10 /* at each of them */

typedef struct Variations {
    Run *run;
    TermManager *tm;
    Rng rng;
    VEC(Term) vars;
    VEC(uint64_t) values, old; /* of the variables */
    bool has_others;           /* a variable that is no bit-vector and no Boolean */
} Variations;

static void add_variable(void *arg, Term var)
{
    Variations *v = arg;
    SortKind kind = term_sort(v->tm, var).kind;
    v->has_others |= kind != SORT_BV && kind != SORT_BOOL;
    for (uint32_t i = 0; i < v->vars.count; i++)
        if (term_same(v->vars.data[i], var)) return;
    vec_push(v->run, &v->vars, var);
}

static Value varied_value(void *arg, TermManager *tm, Term var)
{
    const Variations *v = arg;
    uint32_t i = 0;
    (void)tm;
    while (i < v->vars.count && !term_same(v->vars.data[i], var))
        i++;
    CHECK(i < v->vars.count);
    return (Value){.bits = v->values.data[i]};
}

static bool varied_holds(Variations *v, Term t) { return term_evaluate(v->tm, t, varied_value, v, NULL).bits != 0; }

static bool drop_violated(Variations *v, const Term *claims, bool *holds, uint32_t count)
{
    bool dropped = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!holds[i] || varied_holds(v, claims[i])) continue;
        holds[i] = false;
        dropped = true;
    }
    return dropped;
}

static uint64_t truncate_to(Sort sort, uint64_t value)
{
    if (sort.kind == SORT_BOOL) return value & 1;
    return sort.width < 64 ? value & ((UINT64_C(1) << sort.width) - 1) : value;
}

/* Next to what it is, or to what another variable is, or small, or any. */
static uint64_t another_value(Variations *v, uint32_t i)
{
    uint64_t base = v->values.data[i];
    switch (rng_below(&v->rng, 4)) {
    case 0: break;
    case 1: base = v->values.data[rng_below(&v->rng, v->vars.count)]; break;
    case 2: base = rng_below(&v->rng, 10); break;
    default: return truncate_to(term_sort(v->tm, v->vars.data[i]), rng_next(&v->rng));
    }
    return truncate_to(term_sort(v->tm, v->vars.data[i]), base + rng_below(&v->rng, 3) - 1);
}

/* Variable i, and in one half of the attempts all that have its value. */
static void vary(Variations *v, uint32_t i)
{
    uint64_t before = v->values.data[i], after = another_value(v, i);
    bool all = rng_below(&v->rng, 2);
    for (uint32_t k = 0; k < v->vars.count; k++) {
        v->old.data[k] = v->values.data[k];
        bool is_like = all && v->old.data[k] == before &&
                       sort_same(term_sort(v->tm, v->vars.data[k]), term_sort(v->tm, v->vars.data[i]));
        if (k == i || is_like) v->values.data[k] = after;
    }
}

static void take_back(Variations *v)
{
    for (uint32_t k = 0; k < v->vars.count; k++)
        v->values.data[k] = v->old.data[k];
}

static bool sweep(Variations *v, Term condition, const Term *claims, bool *holds, uint32_t count)
{
    bool dropped = false;
    for (uint32_t i = 0; i < v->vars.count; i++)
        for (uint32_t attempt = 0; attempt < ATTEMPTS; attempt++) {
            vary(v, i);
            if (varied_holds(v, condition))
                dropped |= drop_violated(v, claims, holds, count);
            else
                take_back(v);
        }
    return dropped;
}

void variations_drop(Program *p, Smt *smt, Term condition, const Term *claims, bool *holds, uint32_t count)
{
    Variations v = {.run = p->run, .tm = p->tm, .rng = {count + 1}};
    term_for_each_var(p->tm, condition, add_variable, &v);
    for (uint32_t i = 0; i < count; i++)
        if (holds[i]) term_for_each_var(p->tm, claims[i], add_variable, &v);
    for (uint32_t i = 0; i < v.vars.count && !v.has_others; i++) {
        vec_push(p->run, &v.values, smt_value(smt, v.vars.data[i]).bits);
        vec_push(p->run, &v.old, 0);
    }
    if (!v.has_others && varied_holds(&v, condition))
        for (uint32_t i = 0; i < SWEEPS && sweep(&v, condition, claims, holds, count); i++)
            run_poll(p->run);
    vec_free(p->run, &v.vars);
    vec_free(p->run, &v.values);
    vec_free(p->run, &v.old);
}
