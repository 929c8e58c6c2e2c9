/* Facts about terms that do not depend on term ids, for printing.
 *
 * The builders order commutative operands, and orient equations between sums, by term ids. Ids differ after reading
 * a text back, so the printer chooses its own order: sums and equations are taken apart and put in an order by
 * variables and structural hashes. */
#include "program/scpl/facts.h"

#include "base/check.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

static uint64_t mix_words(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ (b + UINT64_C(0x9E3779B97F4A7C15) + (a << 6) + (a >> 2))) * UINT64_C(0xFF51AFD7ED558CCD);
    return h ^ (h >> 31);
}

const TermFacts *term_facts(const TermText *tt, Term t)
{
    CHECK(t.id < tt->facts.count && tt->facts.data[t.id].hash != 0);
    return &tt->facts.data[t.id];
}

static int64_t as_signed(Sort sort, uint64_t value)
{
    if (sort.kind != SORT_BV || sort.width == 64) return (int64_t)value;
    uint64_t sign = UINT64_C(1) << (sort.width - 1);
    return (int64_t)((value ^ sign) - sign);
}

static int operand_class(const TermText *tt, Term t)
{
    TermKind kind = term_kind(tt->tm, t);
    return kind == TERM_VAR ? 0 : kind == TERM_CONST ? 2 : 1;
}

#define COMPARE(x, y)                                                                                                  \
    if ((x) != (y)) return (x) < (y) ? -1 : 1

int term_facts_compare(const TermText *tt, Term a, Term b)
{
    const TermFacts *fa = term_facts(tt, a), *fb = term_facts(tt, b);
    COMPARE(operand_class(tt, a), operand_class(tt, b));
    COMPARE(fa->min_rank, fb->min_rank);
    COMPARE(fa->size, fb->size);
    COMPARE(fa->hash, fb->hash);
    return 0;
}

/* Insertion sort would be quadratic for wide conjunctions; qsort has no argument for tt, so merge sort by hand. */
static void sort_terms(const TermText *tt, Term *terms, Term *scratch, uint32_t count)
{
    if (count < 2) return;
    uint32_t half = count / 2, i = 0, j = half, n = 0;
    sort_terms(tt, terms, scratch, half);
    sort_terms(tt, terms + half, scratch, count - half);
    while (i < half || j < count) {
        bool left = j == count || (i < half && term_facts_compare(tt, terms[i], terms[j]) <= 0);
        scratch[n++] = left ? terms[i++] : terms[j++];
    }
    CHECK(n == count);
    for (i = 0; i < count; i++) {
        CHECK(i == 0 || term_facts_compare(tt, scratch[i - 1], scratch[i]) <= 0);
        terms[i] = scratch[i];
    }
}

/* ---- sums ---- */

static bool add_monomial(const TermText *tt, Sum *sum, Term base, int64_t coefficient)
{
    CHECK(sum->count < SUM_MAX && !term_is_const(tt->tm, base));
    if (sum->count == SUM_MAX - 1) return false;
    uint32_t i = sum->count++;
    for (; i > 0 && term_facts_compare(tt, base, sum->monomials[i - 1].base) < 0; i--)
        sum->monomials[i] = sum->monomials[i - 1];
    sum->monomials[i] = (Monomial){base, coefficient};
    return true;
}

/* A factor with constant coefficient is MUL(base, constant). */
static bool split_product(const TermText *tt, Term t, Term *base, int64_t *coefficient)
{
    *base = t;
    *coefficient = 1;
    if (term_kind(tt->tm, t) != TERM_MUL || !term_is_const(tt->tm, term_arg(tt->tm, t, 1))) return false;
    *base = term_arg(tt->tm, t, 0);
    *coefficient = as_signed(term_sort(tt->tm, t), term_value(tt->tm, term_arg(tt->tm, t, 1)));
    return true;
}

bool term_as_sum(const TermText *tt, Term t, Sum *sum)
{
    TermManager *tm = tt->tm;
    Term base;
    int64_t coefficient;
    sum->count = 0;
    sum->constant = 0;
    bool product = split_product(tt, t, &base, &coefficient);
    if (!product && term_kind(tm, t) != TERM_ADD) return false;
    while (term_kind(tm, t) == TERM_ADD) {
        Term right = term_arg(tm, t, 1);
        if (term_kind(tm, right) == TERM_ADD || (term_is_const(tm, right) && sum->constant)) return false;
        if (term_is_const(tm, right)) {
            sum->constant = as_signed(term_sort(tm, right), term_value(tm, right));
        } else {
            split_product(tt, right, &base, &coefficient);
            if (term_kind(tm, base) == TERM_ADD || !add_monomial(tt, sum, base, coefficient)) return false;
        }
        t = term_arg(tm, t, 0);
    }
    split_product(tt, t, &base, &coefficient);
    return !term_is_const(tm, base) && term_kind(tm, base) != TERM_ADD && add_monomial(tt, sum, base, coefficient);
}

/* t as base + offset, the base being what an equation can be solved for. */
static bool split_offset(const TermText *tt, Term t, Term *base, int64_t *offset)
{
    TermManager *tm = tt->tm;
    *base = t;
    *offset = 0;
    if (term_kind(tm, t) == TERM_ADD && term_is_const(tm, term_arg(tm, t, 1))) {
        *base = term_arg(tm, t, 0);
        *offset = as_signed(term_sort(tm, t), term_value(tm, term_arg(tm, t, 1)));
    }
    TermKind kind = term_kind(tm, *base);
    return kind != TERM_ADD && kind != TERM_CONST && !(kind == TERM_MUL && term_is_const(tm, term_arg(tm, *base, 1)));
}

bool term_as_equation(const TermText *tt, Term t, Equation *e)
{
    Term a = term_arg(tt->tm, t, 0), b = term_arg(tt->tm, t, 1);
    Sort sort = term_sort(tt->tm, a);
    int64_t ca, cb;
    if ((sort.kind != SORT_BV && sort.kind != SORT_INT) || !split_offset(tt, a, &e->left, &ca) ||
        !split_offset(tt, b, &e->right, &cb))
        return false;
    if (term_facts_compare(tt, e->left, e->right) > 0) {
        Term swap = e->left;
        e->left = e->right;
        e->right = swap;
        int64_t c = ca;
        ca = cb;
        cb = c;
    }
    if (__builtin_sub_overflow(cb, ca, &e->offset)) {
        if (sort.kind == SORT_INT) return false;
        e->offset = (int64_t)((uint64_t)cb - (uint64_t)ca);
    }
    e->offset = as_signed(sort, sort.kind == SORT_BV && sort.width < 64
                                    ? (uint64_t)e->offset & ((UINT64_C(1) << sort.width) - 1)
                                    : (uint64_t)e->offset);
    return sort.kind == SORT_BV || e->offset != INT64_MIN;
}

/* ---- children ---- */

static bool is_commutative(TermKind kind)
{
    return kind == TERM_AND || kind == TERM_OR || kind == TERM_EQ || kind == TERM_MUL || kind == TERM_BVAND ||
           kind == TERM_BVOR || kind == TERM_BVXOR;
}

void term_children(TermText *tt, Term t, TermList *children)
{
    Sum sum;
    Equation equation;
    TermKind kind = term_kind(tt->tm, t);
    vec_clear(children);
    if ((kind == TERM_ADD || kind == TERM_MUL) && term_as_sum(tt, t, &sum)) {
        for (uint32_t i = 0; i < sum.count; i++)
            vec_push(tt->run, children, sum.monomials[i].base);
        return;
    }
    if (kind == TERM_EQ && term_as_equation(tt, t, &equation)) {
        vec_push(tt->run, children, equation.left);
        vec_push(tt->run, children, equation.right);
        return;
    }
    uint32_t arity = term_arity(tt->tm, t);
    for (uint32_t i = 0; i < arity; i++)
        vec_push(tt->run, children, term_arg(tt->tm, t, i));
    if (!is_commutative(kind)) return;
    Term *scratch = run_alloc(tt->run, arity * sizeof *scratch);
    sort_terms(tt, children->data, scratch, arity);
    run_release(tt->run, scratch);
}

/* ---- facts ---- */

static uint64_t hash_term(TermText *tt, Term t, const TermList *children)
{
    TermManager *tm = tt->tm;
    Sort sort = term_sort(tm, t);
    TermKind kind = term_kind(tm, t);
    uint64_t h = mix_words((uint64_t)kind + 1, (uint64_t)sort.kind << 16 | (uint64_t)sort.width << 8 | sort.index);
    Sum sum;
    Equation equation;
    if (kind == TERM_VAR) return mix_words(mix_words(h, tt->ranks[term_symbol(tm, t)]), term_instance(tm, t));
    if (kind == TERM_CONST || kind == TERM_EXTRACT) h = mix_words(h, term_value(tm, t));
    if (kind == TERM_EQ && term_as_equation(tt, t, &equation)) h = mix_words(h, (uint64_t)equation.offset);
    if ((kind == TERM_ADD || kind == TERM_MUL) && term_as_sum(tt, t, &sum)) {
        h = mix_words(h, (uint64_t)sum.constant);
        for (uint32_t i = 0; i < sum.count; i++)
            h = mix_words(h, (uint64_t)sum.monomials[i].coefficient);
    }
    for (uint32_t i = 0; i < children->count; i++)
        h = mix_words(h, term_facts(tt, children->data[i])->hash);
    return h ? h : 1;
}

static bool all_signed(const TermText *tt, Term t, uint32_t from)
{
    for (uint32_t i = from; i < term_arity(tt->tm, t); i++)
        if (!term_is_const(tt->tm, term_arg(tt->tm, t, i)) && !term_facts(tt, term_arg(tt->tm, t, i))->is_signed)
            return false;
    return true;
}

/* Whether the parser finds the text of t signed. */
static bool text_is_signed(const TermText *tt, Term t)
{
    TermManager *tm = tt->tm;
    if (term_sort(tm, t).kind == SORT_INT) return true;
    switch (term_kind(tm, t)) {
    case TERM_VAR: return tt->p->vars.data[term_symbol(tm, t)].is_signed;
    case TERM_ITE: return all_signed(tt, t, 1);
    case TERM_CONST:
    case TERM_SDIV:
    case TERM_SREM:
    case TERM_ASHR:
    case TERM_SEXT: return true;
    case TERM_ADD:
    case TERM_MUL:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: return all_signed(tt, t, 0);
    case TERM_SHL:
        return term_is_const(tm, term_arg(tm, t, 0)) ? all_signed(tt, t, 1)
                                                     : term_facts(tt, term_arg(tm, t, 0))->is_signed;
    case TERM_SELECT:
    case TERM_STORE: return term_facts(tt, term_arg(tm, t, 0))->is_signed;
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_LSHR:
    case TERM_ZEXT:
    case TERM_EXTRACT:
    case TERM_CONCAT:
    case TERM_CONST_ARRAY: return false;
    }
    return false;
}

static void compute_facts(void *arg, Term t)
{
    TermText *tt = arg;
    if (t.id >= tt->facts.count) vec_resize(tt->run, &tt->facts, t.id + 1);
    if (tt->facts.data[t.id].hash) return;
    TermList children = {NULL, 0, 0};
    term_children(tt, t, &children);
    TermFacts f = {.size = 1, .min_rank = UINT32_MAX};
    if (term_kind(tt->tm, t) == TERM_VAR) f.min_rank = tt->ranks[term_symbol(tt->tm, t)];
    for (uint32_t i = 0; i < children.count; i++) {
        const TermFacts *c = term_facts(tt, children.data[i]);
        f.size = f.size + c->size > TERM_SIZE_MAX ? TERM_SIZE_MAX : f.size + c->size;
        f.min_rank = c->min_rank < f.min_rank ? c->min_rank : f.min_rank;
    }
    CHECK(f.size > 0 && f.size <= TERM_SIZE_MAX);
    f.hash = hash_term(tt, t, &children);
    f.is_signed = text_is_signed(tt, t);
    tt->facts.data[t.id] = f;
    vec_free(tt->run, &children);
}

void term_facts_need(TermText *tt, Term t)
{
    if (t.id < tt->facts.count && tt->facts.data[t.id].hash) return;
    term_for_each_subterm(tt->tm, t, compute_facts, tt);
}

/* ---- normal form ---- */

#define REBUILD_ROUNDS 16

static void rebuild(void *arg, Term t)
{
    TermText *tt = arg;
    if (t.id >= tt->rebuilt.count) vec_resize(tt->run, &tt->rebuilt, t.id + 1);
    uint32_t arity = term_arity(tt->tm, t);
    if (term_is(tt->rebuilt.data[t.id])) return;
    Term small[4], *args = arity > 4 ? run_alloc(tt->run, arity * sizeof *args) : small;
    for (uint32_t i = 0; i < arity; i++) {
        args[i] = tt->rebuilt.data[term_arg(tt->tm, t, i).id];
        CHECK(term_is(args[i])); /* arguments come first */
    }
    tt->rebuilt.data[t.id] = term_rebuild(tt->tm, t, args);
    CHECK(sort_same(term_sort(tt->tm, tt->rebuilt.data[t.id]), term_sort(tt->tm, t)));
    if (args != small) run_release(tt->run, args);
}

Term term_text_normal(TermText *tt, Term t)
{
    for (uint32_t round = 0; round < REBUILD_ROUNDS; round++) {
        if (t.id >= tt->rebuilt.count || !term_is(tt->rebuilt.data[t.id]))
            term_for_each_subterm(tt->tm, t, rebuild, tt);
        Term next = tt->rebuilt.data[t.id];
        if (term_same(next, t)) break;
        t = next;
    }
    return t;
}
