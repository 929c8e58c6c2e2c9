#include "kernel/kinds/diagram/bits.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/walk.h"
#include "program/related.h"

#define WIDTH_MAX 64

typedef struct Number {
    NodeId bit[WIDTH_MAX];
    uint32_t width;
} Number;

uint32_t bit_width(Sort sort) { return sort.kind == SORT_BV ? sort.width : 1; }

/* The next place of the group; state variables have two. */
static void place_bit(BitMap *m, uint32_t var, uint32_t from, uint32_t *count)
{
    m->first[var] = from + *count;
    *count += m->p->vars.data[var].class == VAR_INPUT ? 1 : 2;
}

/* An input that some step assigns to a variable gets a place next to it: copies are small there. */
static void place_inputs(BitMap *m, uint32_t var, uint32_t from, uint32_t *count)
{
    for (uint32_t e = 0; e < m->p->edges.count; e++)
        for (uint32_t i = 0; i < m->p->edges.data[e].assign_count; i++) {
            const Assign *a = &m->p->edges.data[e].assigns[i];
            if (a->var.i != var || term_kind(m->p->tm, a->value) != TERM_VAR) continue;
            uint32_t input = term_symbol(m->p->tm, a->value);
            if (m->p->vars.data[input].class == VAR_INPUT && m->first[input] == NO_ID) place_bit(m, input, from, count);
        }
}

/* Interleaves the variables of a group. */
static void place_group(BitMap *m, const uint32_t *related, uint32_t leader)
{
    uint32_t from = m->variables, count = 0;
    for (uint32_t v = 0; v < m->p->vars.count; v++) {
        if (related[v] != leader || m->p->vars.data[v].class == VAR_INPUT) continue;
        place_bit(m, v, from, &count);
        place_inputs(m, v, from, &count);
    }
    for (uint32_t v = 0; v < m->p->vars.count; v++)
        if (related[v] == leader && m->first[v] == NO_ID) place_bit(m, v, from, &count);
    for (uint32_t v = 0; v < m->p->vars.count; v++)
        if (m->first[v] != NO_ID && m->first[v] >= from) m->stride[v] = count;
    m->variables += count * WIDTH_MAX;
}

void bits_init(BitMap *m, Nodes *nodes, const Program *p)
{
    uint32_t *related = program_related(p);
    *m = (BitMap){.nodes = nodes, .p = p};
    m->first = run_alloc(p->run, (p->vars.count + 1) * sizeof *m->first);
    m->stride = run_alloc(p->run, (p->vars.count + 1) * sizeof *m->stride);
    intern_init(p->run, &m->terms);
    for (uint32_t v = 0; v < p->vars.count; v++)
        m->first[v] = NO_ID;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (m->first[v] == NO_ID) place_group(m, related, related[v]);
    run_release(p->run, related);
}

void bits_clear(BitMap *m)
{
    run_release(m->p->run, m->first);
    run_release(m->p->run, m->stride);
    intern_clear(&m->terms);
    vec_free(m->p->run, &m->starts);
    vec_free(m->p->run, &m->bits);
}

uint32_t bit_variable(const BitMap *m, VarId v, uint32_t bit, bool after)
{
    CHECK(bit < WIDTH_MAX && !(after && m->p->vars.data[v.i].class == VAR_INPUT));
    return m->first[v.i] + bit * m->stride[v.i] + after;
}

uint32_t bit_variables(const BitMap *m) { return m->variables; }

/* ---- operations ---- */

static Number bits_of_number(uint32_t width, uint64_t value)
{
    Number x = {.width = width};
    for (uint32_t i = 0; i < width; i++)
        x.bit[i] = value >> i & 1 ? NODE_TRUE : NODE_FALSE;
    return x;
}

static Number single(NodeId bit)
{
    Number x = {.width = 1};
    x.bit[0] = bit;
    return x;
}

static Number sum_of_bits(BitMap *m, const Number *a, const Number *b)
{
    Number sum = {.width = a->width};
    NodeId carry = NODE_FALSE;
    for (uint32_t i = 0; i < a->width; i++) {
        NodeId one = nodes_xor(m->nodes, a->bit[i], b->bit[i]);
        sum.bit[i] = nodes_xor(m->nodes, one, carry);
        carry = nodes_choose(m->nodes, one, carry, a->bit[i]);
    }
    return sum;
}

static Number times(BitMap *m, const Number *a, const Number *b)
{
    Number sum = bits_of_number(a->width, 0);
    for (uint32_t k = 0; k < a->width; k++) {
        Number shifted = bits_of_number(a->width, 0);
        for (uint32_t i = k; i < a->width; i++)
            shifted.bit[i] = nodes_and(m->nodes, b->bit[k], a->bit[i - k]);
        if (b->bit[k] != NODE_FALSE) sum = sum_of_bits(m, &sum, &shifted);
    }
    return sum;
}

static NodeId same(BitMap *m, const Number *a, const Number *b)
{
    NodeId all = NODE_TRUE;
    for (uint32_t i = a->width; i-- > 0;)
        all = nodes_and(m->nodes, all, nodes_not(m->nodes, nodes_xor(m->nodes, a->bit[i], b->bit[i])));
    return all;
}

/* By the highest bit in which they differ; the sign counts the other way round. */
static NodeId bits_below(BitMap *m, const Number *a, const Number *b, bool is_signed)
{
    NodeId is = NODE_FALSE;
    for (uint32_t i = 0; i < a->width; i++) {
        NodeId differ = nodes_xor(m->nodes, a->bit[i], b->bit[i]);
        is = nodes_choose(m->nodes, differ, is_signed && i + 1 == a->width ? a->bit[i] : b->bit[i], is);
    }
    return is;
}

static Number bit_by_bit(BitMap *m, TermKind kind, const Number *a, const Number *b)
{
    Number x = {.width = a->width};
    for (uint32_t i = 0; i < a->width; i++)
        x.bit[i] = kind == TERM_AND || kind == TERM_BVAND ? nodes_and(m->nodes, a->bit[i], b->bit[i])
                   : kind == TERM_OR || kind == TERM_BVOR ? nodes_or(m->nodes, a->bit[i], b->bit[i])
                                                          : nodes_xor(m->nodes, a->bit[i], b->bit[i]);
    return x;
}

/* ---- terms ---- */

static bool is_known_kind(TermKind kind)
{
    return kind <= TERM_MUL || (kind >= TERM_BVAND && kind <= TERM_BVXOR) || (kind >= TERM_ZEXT && kind <= TERM_CONCAT);
}

static Number argument_bits(const BitMap *m, Term t, uint32_t i)
{
    Term a = term_arg(m->p->tm, t, i);
    Number x = {.width = bit_width(term_sort(m->p->tm, a))};
    uint32_t at = intern_find(&m->terms, &a.id, 1);
    CHECK(at != INTERN_NONE);
    memcpy(x.bit, &m->bits.data[m->starts.data[at]], x.width * sizeof *x.bit);
    return x;
}

static Number variable_bits(const BitMap *m, Term t)
{
    VarId v = {term_symbol(m->p->tm, t)};
    Number x = {.width = bit_width(term_sort(m->p->tm, t))};
    for (uint32_t i = 0; i < x.width; i++)
        x.bit[i] = nodes_make(m->nodes, bit_variable(m, v, i, false), NODE_FALSE, NODE_TRUE);
    return x;
}

/* Bits of the argument from `low` on; above them zeros or the sign. */
static Number window(const BitMap *m, Term t, uint32_t low, bool is_signed)
{
    Number a = argument_bits(m, t, 0), x = {.width = bit_width(term_sort(m->p->tm, t))};
    for (uint32_t i = 0; i < x.width; i++)
        x.bit[i] = low + i < a.width ? a.bit[low + i] : is_signed ? a.bit[a.width - 1] : NODE_FALSE;
    return x;
}

static Number of_two(BitMap *m, Term t)
{
    TermKind kind = term_kind(m->p->tm, t);
    Number a = argument_bits(m, t, 0), b = argument_bits(m, t, 1);
    if (kind == TERM_EQ) return single(same(m, &a, &b));
    if (kind == TERM_ULT || kind == TERM_SLT) return single(bits_below(m, &a, &b, kind == TERM_SLT));
    if (kind == TERM_ULE || kind == TERM_SLE)
        return single(nodes_not(m->nodes, bits_below(m, &b, &a, kind == TERM_SLE)));
    if (kind == TERM_ADD) return sum_of_bits(m, &a, &b);
    if (kind == TERM_MUL)
        return term_is_const(m->p->tm, term_arg(m->p->tm, t, 0)) ? times(m, &b, &a) : times(m, &a, &b);
    CHECK(kind == TERM_CONCAT);
    memcpy(&b.bit[b.width], a.bit, a.width * sizeof *a.bit);
    b.width += a.width;
    return b;
}

static Number of_many(BitMap *m, Term t)
{
    Number x = argument_bits(m, t, 0);
    for (uint32_t i = 1; i < term_arity(m->p->tm, t); i++) {
        Number b = argument_bits(m, t, i);
        x = bit_by_bit(m, term_kind(m->p->tm, t), &x, &b);
    }
    return x;
}

static Number choice(BitMap *m, Term t)
{
    Number c = argument_bits(m, t, 0), a = argument_bits(m, t, 1), b = argument_bits(m, t, 2);
    for (uint32_t i = 0; i < a.width; i++)
        a.bit[i] = nodes_choose(m->nodes, c.bit[0], a.bit[i], b.bit[i]);
    return a;
}

static Number meaning(BitMap *m, Term t)
{
    TermKind kind = term_kind(m->p->tm, t);
    if (kind == TERM_CONST) return bits_of_number(bit_width(term_sort(m->p->tm, t)), term_value(m->p->tm, t));
    if (kind == TERM_VAR) return variable_bits(m, t);
    if (kind == TERM_NOT) return single(nodes_not(m->nodes, argument_bits(m, t, 0).bit[0]));
    if (kind == TERM_ITE) return choice(m, t);
    if (kind == TERM_ZEXT || kind == TERM_SEXT) return window(m, t, 0, kind == TERM_SEXT);
    if (kind == TERM_EXTRACT) return window(m, t, (uint32_t)term_value(m->p->tm, t), false);
    if (kind == TERM_AND || kind == TERM_OR || (kind >= TERM_BVAND && kind <= TERM_BVXOR)) return of_many(m, t);
    return of_two(m, t);
}

typedef struct Reader {
    BitMap *m;
    bool is_unknown;
} Reader;

static void read_bits_of_term(void *arg, Term t)
{
    Reader *r = arg;
    BitMap *m = r->m;
    TermManager *tm = m->p->tm;
    SortKind sort = (SortKind)term_sort(tm, t).kind;
    bool is_copy = term_kind(tm, t) == TERM_VAR && term_instance(tm, t);
    r->is_unknown |= is_copy || !is_known_kind(term_kind(tm, t)) || (sort != SORT_BOOL && sort != SORT_BV);
    if (r->is_unknown || intern_find(&m->terms, &t.id, 1) != INTERN_NONE) return;
    Number x = meaning(m, t);
    intern_add(&m->terms, &t.id, 1, NULL);
    vec_push(m->p->run, &m->starts, m->bits.count);
    for (uint32_t i = 0; i < x.width; i++)
        vec_push(m->p->run, &m->bits, x.bit[i]);
}

const NodeId *diagram_bits_of(BitMap *m, Term t)
{
    Reader r = {m, false};
    if (intern_find(&m->terms, &t.id, 1) == INTERN_NONE) term_for_each_subterm(m->p->tm, t, read_bits_of_term, &r);
    return r.is_unknown ? NULL : &m->bits.data[m->starts.data[intern_find(&m->terms, &t.id, 1)]];
}
