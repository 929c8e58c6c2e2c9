#include "logic/term/reads.h"

#include "base/intern.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"

typedef struct Read {
    Term array, index, var;
} Read;

struct Reads {
    Run *run;
    TermManager *tm;
    uint32_t symbol;
    VEC(Term) memo; /* per term id; TERM_NONE: not known */
    Intern ids;     /* [array, index] of results */
    VEC(Term) results;
    VEC(Read) all;
    VEC(Term) facts;
};

Reads *reads_new(TermManager *tm, uint32_t symbol)
{
    Run *run = term_manager_run(tm);
    Reads *r = run_alloc(run, sizeof *r);
    r->run = run;
    r->tm = tm;
    r->symbol = symbol;
    intern_init(run, &r->ids);
    return r;
}

void reads_free(Reads *r)
{
    vec_free(r->run, &r->memo);
    vec_free(r->run, &r->results);
    vec_free(r->run, &r->all);
    vec_free(r->run, &r->facts);
    intern_clear(&r->ids);
    run_release(r->run, r);
}

static Term memoize(Reads *r, Term t, Term result)
{
    if (t.id >= r->memo.count) vec_resize(r->run, &r->memo, term_manager_count(r->tm) + 1);
    if (t.id >= r->memo.count) vec_resize(r->run, &r->memo, t.id + 1);
    r->memo.data[t.id] = result;
    return result;
}

static Term new_read(Reads *r, Term array, Term index)
{
    TermManager *tm = r->tm;
    Term var = term_var(tm, sort_element(term_sort(tm, array)), r->symbol, r->all.count);
    for (uint32_t i = 0; i < r->all.count; i++) {
        const Read *other = &r->all.data[i];
        if (!term_same(other->array, array)) continue;
        Term same = term_eq(tm, other->index, index);
        if (!term_is_false(tm, same)) vec_push(r->run, &r->facts, term_implies(tm, same, term_eq(tm, other->var, var)));
    }
    vec_push(r->run, &r->all, ((Read){array, index, var}));
    return var;
}

/* The element of an array without reads at an index without reads. */
static Term read_at(Reads *r, Term array, Term index)
{
    TermManager *tm = r->tm;
    uint32_t key[] = {array.id, index.id}, known = intern_find(&r->ids, key, 2);
    if (known != INTERN_NONE) return r->results.data[known];
    Term out;
    switch (term_kind(tm, array)) {
    case TERM_STORE:
        out = term_ite(tm, term_eq(tm, term_arg(tm, array, 1), index), term_arg(tm, array, 2),
                       read_at(r, term_arg(tm, array, 0), index));
        break;
    case TERM_ITE:
        out = term_ite(tm, term_arg(tm, array, 0), read_at(r, term_arg(tm, array, 1), index),
                       read_at(r, term_arg(tm, array, 2), index));
        break;
    case TERM_CONST_ARRAY: out = term_arg(tm, array, 0); break;
    default: out = new_read(r, array, index); break;
    }
    (void)intern_add(&r->ids, key, 2, NULL);
    vec_push(r->run, &r->results, out);
    CHECK(r->ids.count == r->results.count);
    return out;
}

Term reads_eliminate(Reads *r, Term t)
{
    TermManager *tm = r->tm;
    if (t.id < r->memo.count && term_is(r->memo.data[t.id])) return r->memo.data[t.id];
    uint32_t n = term_arity(tm, t);
    if (!n) return memoize(r, t, t);
    if (term_kind(tm, t) == TERM_SELECT) {
        Term array = reads_eliminate(r, term_arg(tm, t, 0));
        return memoize(r, t, read_at(r, array, reads_eliminate(r, term_arg(tm, t, 1))));
    }
    Term *args = run_alloc(r->run, n * sizeof *args);
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        args[i] = reads_eliminate(r, term_arg(tm, t, i));
        changed |= !term_same(args[i], term_arg(tm, t, i));
    }
    Term out = changed ? term_rebuild(tm, t, args) : t;
    run_release(r->run, args);
    return memoize(r, t, out);
}

uint32_t reads_fact_count(const Reads *r) { return r->facts.count; }
Term reads_fact(const Reads *r, uint32_t i) { return r->facts.data[i]; }
uint32_t reads_count(const Reads *r) { return r->all.count; }

void reads_get(const Reads *r, uint32_t i, Term *array, Term *index)
{
    CHECK(i < r->all.count);
    *array = r->all.data[i].array;
    *index = r->all.data[i].index;
}

Term reads_var(const Reads *r, uint32_t i)
{
    CHECK(i < r->all.count);
    return r->all.data[i].var;
}
