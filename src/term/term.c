/* The store of terms: hash-consing, inspection, traversal. Building is in build.c, sums in linear.c. */
#include "term/term.h"

#include <string.h>

#include "term/internal.h"

TermManager *term_manager_new(Run *run)
{
    TermManager *tm = run_alloc(run, sizeof *tm);
    tm->run = run;
    intern_init(run, &tm->nodes);
    return tm;
}

Run *term_manager_run(const TermManager *tm) { return tm->run; }
uint32_t term_manager_count(const TermManager *tm) { return tm->nodes.count; }

void term_manager_on_sign(TermManager *tm, bool (*fn)(void *arg, Term var), void *arg)
{
    tm->sign = fn;
    tm->sign_arg = arg;
}

void term_manager_keep_unbounded(TermManager *tm) { tm->unbounded = true; }

bool is_unbounded(const TermManager *tm, Sort sort)
{
    return sort.kind == SORT_INT || (tm->unbounded && sort.kind == SORT_BV && sort.width > 1);
}

Term term_make(TermManager *tm, TermKind kind, Sort sort, uint64_t value, const Term *args, uint32_t count)
{
    uint32_t small[NODE_HEADER + 16], *key = small;
    if (count > 16) key = run_alloc(tm->run, (NODE_HEADER + (size_t)count) * sizeof *key);
    key[0] = (uint32_t)kind | (uint32_t)sort.kind << 8 | (uint32_t)sort.width << 16 | (uint32_t)sort.index << 24;
    key[1] = (uint32_t)value;
    key[2] = (uint32_t)(value >> 32);
    for (uint32_t i = 0; i < count; i++)
        key[NODE_HEADER + i] = args[i].id;
    uint32_t id = intern_add(&tm->nodes, key, NODE_HEADER + count, NULL);
    if (key != small) run_release(tm->run, key);
    return (Term){id + 1};
}

static const uint32_t *node(const TermManager *tm, Term t, uint32_t *length)
{
    return intern_key(&tm->nodes, t.id - 1, length);
}

TermKind term_kind(const TermManager *tm, Term t) { return (TermKind)(node(tm, t, NULL)[0] & 0xff); }

Sort term_sort(const TermManager *tm, Term t)
{
    uint32_t w = node(tm, t, NULL)[0];
    return (Sort){(uint8_t)(w >> 8), (uint8_t)(w >> 16), (uint8_t)(w >> 24), 0};
}

uint32_t term_arity(const TermManager *tm, Term t)
{
    uint32_t length;
    node(tm, t, &length);
    return length - NODE_HEADER;
}

Term term_arg(const TermManager *tm, Term t, uint32_t i) { return (Term){node(tm, t, NULL)[NODE_HEADER + i]}; }

uint64_t term_value(const TermManager *tm, Term t)
{
    const uint32_t *n = node(tm, t, NULL);
    return n[1] | (uint64_t)n[2] << 32;
}

uint32_t term_symbol(const TermManager *tm, Term t) { return node(tm, t, NULL)[1]; }
uint32_t term_instance(const TermManager *tm, Term t) { return node(tm, t, NULL)[2]; }

bool term_is_const(const TermManager *tm, Term t) { return term_kind(tm, t) == TERM_CONST; }

bool term_is_true(const TermManager *tm, Term t)
{
    return term_is_const(tm, t) && term_sort(tm, t).kind == SORT_BOOL && term_value(tm, t) == 1;
}

bool term_is_false(const TermManager *tm, Term t)
{
    return term_is_const(tm, t) && term_sort(tm, t).kind == SORT_BOOL && term_value(tm, t) == 0;
}

uint64_t sort_mask(Sort sort, uint64_t value)
{
    if (sort.kind == SORT_BOOL) return value & 1;
    if (sort.kind == SORT_BV && sort.width < 64) return value & ((UINT64_C(1) << sort.width) - 1);
    return value;
}

int64_t sign_extend(uint64_t value, unsigned width)
{
    if (width >= 64) return (int64_t)value;
    uint64_t sign = UINT64_C(1) << (width - 1);
    value &= (sign << 1) - 1;
    return (int64_t)((value ^ sign) - sign);
}

/* ---- memos ---- */

Memo *memo_open(TermManager *tm)
{
    for (int i = 0; i < MEMO_LEVELS; i++) {
        Memo *memo = &tm->memos[i];
        if (memo->in_use) continue;
        memo->in_use = true;
        if (++memo->current == 0) {
            memset(memo->stamp, 0, memo->capacity * sizeof *memo->stamp);
            memo->current = 1;
        }
        return memo;
    }
    RUN_CHECK(tm->run, !"traversals nested too deeply");
}

void memo_close(Memo *memo) { memo->in_use = false; }

bool memo_get(const Memo *memo, Term t, uint32_t *value)
{
    if (t.id >= memo->capacity || memo->stamp[t.id] != memo->current) return false;
    *value = memo->value[t.id];
    return true;
}

void memo_set(TermManager *tm, Memo *memo, Term t, uint32_t value)
{
    if (t.id >= memo->capacity) {
        uint32_t n = tm->nodes.count + 1 + tm->nodes.count / 2;
        if (n <= t.id) n = t.id + 1;
        memo->stamp = run_realloc(tm->run, memo->stamp, n * sizeof *memo->stamp);
        memo->value = run_realloc(tm->run, memo->value, n * sizeof *memo->value);
        memset(memo->stamp + memo->capacity, 0, (n - memo->capacity) * sizeof *memo->stamp);
        memo->capacity = n;
    }
    memo->stamp[t.id] = memo->current;
    memo->value[t.id] = value;
}

/* ---- traversal ---- */

#define DEPTH_LIMIT 20000

typedef struct Walk {
    TermManager *tm;
    Memo *memo;
    void (*visit)(void *arg, Term t);
    void *arg;
    TermMap map;
    uint32_t depth, count, limit;
} Walk;

static void enter(Walk *w)
{
    if (++w->depth > DEPTH_LIMIT) run_stop(w->tm->run, STOP_UNSUPPORTED, "an expression is nested too deeply");
}

static void walk(Walk *w, Term t)
{
    uint32_t ignored;
    if (memo_get(w->memo, t, &ignored) || w->count >= w->limit) return;
    memo_set(w->tm, w->memo, t, 1);
    enter(w);
    uint32_t n = term_arity(w->tm, t);
    for (uint32_t i = 0; i < n; i++)
        walk(w, term_arg(w->tm, t, i));
    w->depth--;
    w->count++;
    if (w->visit) w->visit(w->arg, t);
}

void term_for_each_subterm(TermManager *tm, Term t, void (*fn)(void *arg, Term t), void *arg)
{
    Walk w = {tm, memo_open(tm), fn, arg, NULL, 0, 0, UINT32_MAX};
    walk(&w, t);
    memo_close(w.memo);
}

uint32_t term_size(TermManager *tm, Term t, uint32_t limit)
{
    Walk w = {tm, memo_open(tm), NULL, NULL, NULL, 0, 0, limit};
    walk(&w, t);
    memo_close(w.memo);
    return w.count;
}

typedef struct VarVisit {
    TermManager *tm;
    void (*fn)(void *arg, Term var);
    void *arg;
} VarVisit;

static void visit_if_var(void *arg, Term t)
{
    VarVisit *v = arg;
    if (term_kind(v->tm, t) == TERM_VAR) v->fn(v->arg, t);
}

void term_for_each_var(TermManager *tm, Term t, void (*fn)(void *arg, Term var), void *arg)
{
    VarVisit v = {tm, fn, arg};
    term_for_each_subterm(tm, t, visit_if_var, &v);
}

typedef struct KindSearch {
    TermManager *tm;
    TermKind kind;
    bool found;
} KindSearch;

static void visit_kind(void *arg, Term t)
{
    KindSearch *s = arg;
    if (term_kind(s->tm, t) == s->kind) s->found = true;
}

bool term_has_kind(TermManager *tm, Term t, TermKind kind)
{
    KindSearch s = {tm, kind, false};
    term_for_each_subterm(tm, t, visit_kind, &s);
    return s.found;
}

static Term substitute(Walk *w, Term t)
{
    TermManager *tm = w->tm;
    TermKind kind = term_kind(tm, t);
    if (kind == TERM_CONST) return t;
    if (kind == TERM_VAR) {
        Term r = w->map(w->arg, tm, t);
        return term_is(r) ? r : t;
    }
    uint32_t known;
    if (memo_get(w->memo, t, &known)) return (Term){known};
    enter(w);
    uint32_t n = term_arity(tm, t);
    Term small[16], *args = n > 16 ? run_alloc(tm->run, n * sizeof *args) : small;
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        Term a = term_arg(tm, t, i);
        args[i] = substitute(w, a);
        changed |= !term_same(a, args[i]);
    }
    Term r = changed ? term_rebuild(tm, t, args) : t;
    if (args != small) run_release(tm->run, args);
    w->depth--;
    memo_set(tm, w->memo, t, r.id);
    return r;
}

Term term_substitute(TermManager *tm, Term t, TermMap map, void *arg)
{
    Walk w = {tm, memo_open(tm), NULL, arg, map, 0, 0, 0};
    Term r = substitute(&w, t);
    memo_close(w.memo);
    return r;
}
