/* The store of terms: managers, and what a term is. Terms come into it through node.c. */
#include "logic/term/term.h"

#include "base/check.h"
#include "logic/term/internal.h"

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

static const uint32_t *node_key(const TermManager *tm, Term t, uint32_t *length)
{
    CHECK(term_is(t));
    return intern_key(&tm->nodes, t.id - 1, length);
}

TermKind term_kind(const TermManager *tm, Term t) { return (TermKind)(node_key(tm, t, NULL)[0] & 0xff); }

Sort term_sort(const TermManager *tm, Term t)
{
    uint32_t w = node_key(tm, t, NULL)[0];
    return (Sort){(uint8_t)(w >> 8), (uint8_t)(w >> 16), (uint8_t)(w >> 24), 0};
}

uint32_t term_arity(const TermManager *tm, Term t)
{
    uint32_t length;
    node_key(tm, t, &length);
    return length - NODE_HEADER;
}

Term term_arg(const TermManager *tm, Term t, uint32_t i)
{
    CHECK(i < term_arity(tm, t));
    return (Term){node_key(tm, t, NULL)[NODE_HEADER + i]};
}

uint64_t term_value(const TermManager *tm, Term t)
{
    const uint32_t *n = node_key(tm, t, NULL);
    return n[1] | (uint64_t)n[2] << 32;
}

uint32_t term_symbol(const TermManager *tm, Term t)
{
    CHECK(term_kind(tm, t) == TERM_VAR);
    return node_key(tm, t, NULL)[1];
}

uint32_t term_instance(const TermManager *tm, Term t)
{
    CHECK(term_kind(tm, t) == TERM_VAR);
    return node_key(tm, t, NULL)[2];
}

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
    CHECK(sort.kind != SORT_ARRAY);
    if (sort.kind == SORT_BOOL) return value & 1;
    if (sort.kind == SORT_BV && sort.width < 64) return value & ((UINT64_C(1) << sort.width) - 1);
    return value;
}

int64_t sign_extend(uint64_t value, unsigned width)
{
    CHECK(width > 0);
    if (width >= 64) return (int64_t)value;
    uint64_t sign = UINT64_C(1) << (width - 1);
    value &= (sign << 1) - 1;
    return (int64_t)((value ^ sign) - sign);
}
