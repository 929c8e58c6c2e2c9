#include "engines/modular/sequential/vectors.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/walk.h"
#include "program/related.h"

/* ---- which variables ---- */

typedef struct Mark {
    Vectors *v;
    bool *relevant, *input;
    bool changed;
} Mark;

static void mark_relevant_symbol(void *arg, Term var)
{
    Mark *m = arg;
    uint32_t i = term_symbol(m->v->tm, var);
    m->changed |= !m->relevant[i];
    m->relevant[i] = true;
}

/* Guards depend on what is assigned to variables that guards depend on. */
static void mark_all_relevant(Mark *m)
{
    const Program *p = m->v->p;
    for (uint32_t e = 0; e < p->edges.count; e++)
        term_for_each_var(m->v->tm, p->edges.data[e].guard, mark_relevant_symbol, m);
    do {
        m->changed = false;
        for (uint32_t e = 0; e < p->edges.count; e++)
            for (uint32_t i = 0; i < p->edges.data[e].assign_count; i++) {
                const Assign *a = &p->edges.data[e].assigns[i];
                if (m->relevant[a->var.i]) term_for_each_var(m->v->tm, a->value, mark_relevant_symbol, m);
            }
    } while (m->changed);
}

static void add_variable_place(Vectors *v, uint32_t var)
{
    if (v->place[var] != NO_ID) return;
    v->place[var] = v->order.count;
    vec_push(v->run, &v->order, var);
    if (v->p->vars.data[var].class != VAR_INPUT) vec_push(v->run, &v->order, NO_ID);
}

/* An input that a variable gets stands next to it: often it has the variable's value. */
static void add_inputs_of(Vectors *v, uint32_t var)
{
    for (uint32_t e = 0; e < v->p->edges.count; e++)
        for (uint32_t i = 0; i < v->p->edges.data[e].assign_count; i++) {
            const Assign *a = &v->p->edges.data[e].assigns[i];
            if (a->var.i != var || term_kind(v->tm, a->value) != TERM_VAR) continue;
            uint32_t from = term_symbol(v->tm, a->value);
            if (v->p->vars.data[from].class == VAR_INPUT) add_variable_place(v, from);
        }
}

/* The places of one group, interleaved. */
static void lay_out_group(Vectors *v, const uint32_t *related, uint32_t leader)
{
    uint32_t width = 0;
    int from = (int)v->owner.count, count = 0;
    for (uint32_t i = 0; i < v->order.count; i++) {
        uint32_t var = v->order.data[i] == NO_ID ? v->order.data[i - 1] : v->order.data[i];
        if (related[var] != leader) continue;
        v->first.data[i] = from + count++;
        if (vectors_width_at(v, i) > width) width = vectors_width_at(v, i);
    }
    vec_resize(v->run, &v->owner, v->owner.count + width * (uint32_t)count);
    for (uint32_t i = 0; i < v->order.count; i++) {
        if (v->first.data[i] < from) continue;
        v->stride.data[i] = count;
        for (uint32_t bit = 0; bit < width; bit++)
            v->owner.data[v->first.data[i] + (int)bit * count] = i;
    }
}

static void lay_out_all(Vectors *v)
{
    uint32_t *related = program_related(v->p);
    vec_resize(v->run, &v->first, v->order.count);
    vec_resize(v->run, &v->stride, v->order.count);
    for (uint32_t i = 0; i < v->order.count; i++)
        v->first.data[i] = -1;
    for (uint32_t i = 0; i < v->order.count; i++)
        if (v->first.data[i] < 0) lay_out_group(v, related, related[v->order.data[i]]);
    run_release(v->run, related);
}

static void note_sort(void *arg, Term t)
{
    Vectors *v = arg;
    SortKind kind = (SortKind)term_sort(v->tm, t).kind;
    bool is_copy = term_kind(v->tm, t) == TERM_VAR && term_instance(v->tm, t) != 0;
    v->is_unsupported |= is_copy || (kind != SORT_BOOL && kind != SORT_BV);
}

bool vectors_init(Vectors *v, const Program *p)
{
    memset(v, 0, sizeof *v);
    v->run = p->run;
    v->p = p;
    v->tm = p->tm;
    intern_init(v->run, &v->terms);
    v->place = run_alloc(v->run, (p->vars.count + 1) * sizeof *v->place);
    Mark m = {v, run_alloc(v->run, p->vars.count + 1), NULL, false};
    mark_all_relevant(&m);
    for (uint32_t i = 0; i < p->vars.count; i++)
        v->place[i] = NO_ID;
    for (uint32_t i = 0; i < p->vars.count; i++) {
        if (!m.relevant[i] || p->vars.data[i].class == VAR_INPUT) continue;
        add_variable_place(v, i);
        add_inputs_of(v, i);
    }
    for (uint32_t i = 0; i < p->vars.count; i++)
        if (m.relevant[i]) add_variable_place(v, i);
    for (uint32_t e = 0; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.data[e];
        term_for_each_subterm(v->tm, edge->guard, note_sort, v);
        for (uint32_t i = 0; i < edge->assign_count; i++)
            if (m.relevant[edge->assigns[i].var.i]) term_for_each_subterm(v->tm, edge->assigns[i].value, note_sort, v);
    }
    run_release(v->run, m.relevant);
    lay_out_all(v);
    return !v->is_unsupported;
}

uint32_t vectors_variables(const Vectors *v) { return v->owner.count; }

uint32_t vectors_bit_at(const Vectors *v, int variable, uint32_t *place)
{
    *place = v->owner.data[variable];
    return (uint32_t)((variable - v->first.data[*place]) / v->stride.data[*place]);
}

void vectors_clear(Vectors *v)
{
    intern_clear(&v->terms);
    vec_free(v->run, &v->starts);
    vec_free(v->run, &v->bits);
    vec_free(v->run, &v->pool);
    vec_free(v->run, &v->order);
    vec_free(v->run, &v->first);
    vec_free(v->run, &v->stride);
    vec_free(v->run, &v->owner);
    run_release(v->run, v->place);
}

int vectors_bit(const Vectors *v, uint32_t place, uint32_t bit)
{
    CHECK(place < v->order.count && bit < vectors_width_at(v, place));
    return v->first.data[place] + (int)bit * v->stride.data[place];
}

bool vectors_is_state(const Vectors *v, uint32_t place)
{
    return v->order.data[place] != NO_ID && v->p->vars.data[v->order.data[place]].class != VAR_INPUT;
}

uint32_t vectors_width_at(const Vectors *v, uint32_t place)
{
    uint32_t var = v->order.data[place] == NO_ID ? v->order.data[place - 1] : v->order.data[place];
    return vectors_width(v, v->p->vars.data[var].sort);
}

uint32_t vectors_width(const Vectors *v, Sort sort)
{
    (void)v;
    return sort.kind == SORT_BV ? sort.width : 1;
}

/* ---- the pool ---- */

BDD vectors_hold(Vectors *v, BDD b)
{
    bdd_addref(b);
    vec_push(v->run, &v->pool, b);
    return b;
}

BDD vectors_release(Vectors *v, uint32_t mark, BDD result)
{
    bdd_addref(result);
    while (v->pool.count > mark)
        bdd_delref(vec_pop(&v->pool));
    vec_push(v->run, &v->pool, result);
    return result;
}

BDD vectors_set(Vectors *v, const uint32_t *places, uint32_t count)
{
    VEC(int) bits = {NULL, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t b = 0; b < vectors_width_at(v, places[i]); b++)
            vec_push(v->run, &bits, vectors_bit(v, places[i], b));
    }
    BDD set = vectors_hold(v, bits.count ? bdd_makeset(bits.data, (int)bits.count) : bddtrue);
    vec_free(v->run, &bits);
    return set;
}

/* ---- operations: on at most 64 bits, in the pool ---- */

typedef struct Word {
    BDD bit[64];
    uint32_t width;
} Word;

static BDD held_and(Vectors *v, BDD a, BDD b) { return vectors_hold(v, bdd_and(a, b)); }
static BDD held_or(Vectors *v, BDD a, BDD b) { return vectors_hold(v, bdd_or(a, b)); }
static BDD held_xor(Vectors *v, BDD a, BDD b) { return vectors_hold(v, bdd_xor(a, b)); }
static BDD held_not(Vectors *v, BDD a) { return vectors_hold(v, bdd_not(a)); }
static BDD held_choice(Vectors *v, BDD c, BDD a, BDD b) { return vectors_hold(v, bdd_ite(c, a, b)); }

static Word constant_word(uint32_t width, uint64_t value)
{
    Word w = {.width = width};
    for (uint32_t i = 0; i < width; i++)
        w.bit[i] = value >> i & 1 ? bddtrue : bddfalse;
    return w;
}

static Word add_words_with_carry(Vectors *v, const Word *a, const Word *b, BDD carry)
{
    Word sum = {.width = a->width};
    for (uint32_t i = 0; i < a->width; i++) {
        BDD x = held_xor(v, a->bit[i], b->bit[i]);
        sum.bit[i] = held_xor(v, x, carry);
        carry = held_or(v, held_and(v, a->bit[i], b->bit[i]), held_and(v, x, carry));
    }
    return sum;
}

static Word complement_word(Vectors *v, const Word *a)
{
    Word w = {.width = a->width};
    for (uint32_t i = 0; i < a->width; i++)
        w.bit[i] = held_not(v, a->bit[i]);
    return w;
}

static Word negative(Vectors *v, const Word *a)
{
    Word w = complement_word(v, a), zero = constant_word(a->width, 0);
    return add_words_with_carry(v, &w, &zero, bddtrue);
}

static Word choose_word(Vectors *v, BDD c, const Word *a, const Word *b)
{
    Word w = {.width = a->width};
    for (uint32_t i = 0; i < a->width; i++)
        w.bit[i] = held_choice(v, c, a->bit[i], b->bit[i]);
    return w;
}

static Word multiply_words(Vectors *v, const Word *a, const Word *b)
{
    Word sum = constant_word(a->width, 0);
    for (uint32_t k = 0; k < a->width; k++) {
        Word part = constant_word(a->width, 0);
        if (b->bit[k] == bddfalse) continue;
        for (uint32_t i = k; i < a->width; i++)
            part.bit[i] = held_and(v, a->bit[i - k], b->bit[k]);
        sum = add_words_with_carry(v, &sum, &part, bddfalse);
    }
    return sum;
}

static BDD equal(Vectors *v, const Word *a, const Word *b)
{
    BDD all = bddtrue;
    for (uint32_t i = a->width; i-- > 0;)
        all = held_and(v, all, held_not(v, held_xor(v, a->bit[i], b->bit[i])));
    return all;
}

static BDD less(Vectors *v, const Word *a, const Word *b, bool is_signed)
{
    BDD is = bddfalse;
    for (uint32_t i = 0; i < a->width; i++) {
        bool flip = is_signed && i + 1 == a->width;
        BDD x = flip ? b->bit[i] : a->bit[i], y = flip ? a->bit[i] : b->bit[i];
        is = held_choice(v, held_xor(v, x, y), y, is);
    }
    return is;
}

/* Division as at school; by zero: all ones, and the dividend remains, as terms have it. */
static Word divide_words(Vectors *v, const Word *a, const Word *b, Word *rest)
{
    Word quotient = {.width = a->width}, r = constant_word(a->width, 0);
    for (uint32_t i = a->width; i-- > 0;) {
        BDD out = r.bit[a->width - 1];
        memmove(&r.bit[1], &r.bit[0], (a->width - 1) * sizeof *r.bit);
        r.bit[0] = a->bit[i];
        BDD fits = held_or(v, out, held_not(v, less(v, &r, b, false)));
        Word not = complement_word(v, b), less_b = add_words_with_carry(v, &r, &not, bddtrue);
        r = choose_word(v, fits, &less_b, &r);
        quotient.bit[i] = fits;
    }
    *rest = r;
    return quotient;
}

static Word divide_signed(Vectors *v, const Word *a, const Word *b, bool is_rest)
{
    BDD a_sign = a->bit[a->width - 1], b_sign = b->bit[b->width - 1];
    Word minus_a = negative(v, a), minus_b = negative(v, b), rest;
    Word x = choose_word(v, a_sign, &minus_a, a), y = choose_word(v, b_sign, &minus_b, b);
    Word result = divide_words(v, &x, &y, &rest);
    if (is_rest) result = rest;
    Word minus = negative(v, &result);
    return choose_word(v, is_rest ? a_sign : held_xor(v, a_sign, b_sign), &minus, &result);
}

static Word shift_word(Vectors *v, TermKind kind, const Word *a, const Word *b)
{
    uint32_t width = a->width;
    BDD fill = kind == TERM_ASHR ? a->bit[width - 1] : bddfalse;
    Word result = {.width = width};
    for (uint32_t i = 0; i < width; i++)
        result.bit[i] = fill;
    for (uint32_t k = 0; k < width; k++) {
        Word by = constant_word(width, k), shifted = {.width = width};
        BDD is = equal(v, b, &by);
        if (is == bddfalse) continue;
        for (uint32_t i = 0; i < width; i++)
            shifted.bit[i] =
                kind == TERM_SHL ? (i >= k ? a->bit[i - k] : bddfalse) : (i + k < width ? a->bit[i + k] : fill);
        result = choose_word(v, is, &shifted, &result);
    }
    return result;
}

static Word bitwise(Vectors *v, TermKind kind, const Word *a, const Word *b)
{
    Word w = {.width = a->width};
    for (uint32_t i = 0; i < a->width; i++)
        w.bit[i] = kind == TERM_BVAND || kind == TERM_AND ? held_and(v, a->bit[i], b->bit[i])
                   : kind == TERM_BVXOR                   ? held_xor(v, a->bit[i], b->bit[i])
                                                          : held_or(v, a->bit[i], b->bit[i]);
    return w;
}

static Word one(BDD b)
{
    Word w = {.width = 1};
    w.bit[0] = b;
    return w;
}

/* ---- terms ---- */

static Word known_word(const Vectors *v, Term t)
{
    Word w = {.width = vectors_width(v, term_sort(v->tm, t))};
    uint32_t key = t.id, at = intern_find(&v->terms, &key, 1);
    CHECK(at != INTERN_NONE);
    memcpy(w.bit, &v->bits.data[v->starts.data[at]], w.width * sizeof *w.bit);
    return w;
}

static Word variable(const Vectors *v, Term t)
{
    Word w = {.width = vectors_width(v, term_sort(v->tm, t))};
    uint32_t place = v->place[term_symbol(v->tm, t)];
    CHECK(place != NO_ID && !term_instance(v->tm, t));
    for (uint32_t i = 0; i < w.width; i++)
        w.bit[i] = bdd_ithvar(vectors_bit(v, place, i));
    return w;
}

static Word argument_word(const Vectors *v, Term t, uint32_t i) { return known_word(v, term_arg(v->tm, t, i)); }

/* From the bits [low, low + width) of the argument, and above those `fill`. */
static Word part(const Vectors *v, Term t, uint32_t low, BDD fill)
{
    Word a = argument_word(v, t, 0), w = {.width = vectors_width(v, term_sort(v->tm, t))};
    for (uint32_t i = 0; i < w.width; i++)
        w.bit[i] = low + i < a.width ? a.bit[low + i] : fill;
    return w;
}

static Word concatenation(const Vectors *v, Term t)
{
    Word high = argument_word(v, t, 0), w = argument_word(v, t, 1);
    memcpy(&w.bit[w.width], high.bit, high.width * sizeof *w.bit);
    w.width += high.width;
    return w;
}

static Word nary(Vectors *v, Term t)
{
    Word w = argument_word(v, t, 0);
    for (uint32_t i = 1; i < term_arity(v->tm, t); i++) {
        Word b = argument_word(v, t, i);
        w = bitwise(v, term_kind(v->tm, t), &w, &b);
    }
    return w;
}

static Word binary_word(Vectors *v, Term t)
{
    TermKind kind = term_kind(v->tm, t);
    Word a = argument_word(v, t, 0), b = argument_word(v, t, 1), rest;
    bool swap = kind == TERM_MUL && term_is_const(v->tm, term_arg(v->tm, t, 0));
    if (kind == TERM_EQ) return one(equal(v, &a, &b));
    if (kind == TERM_ULT || kind == TERM_SLT) return one(less(v, &a, &b, kind == TERM_SLT));
    if (kind == TERM_ULE || kind == TERM_SLE) return one(held_not(v, less(v, &b, &a, kind == TERM_SLE)));
    if (kind == TERM_ADD) return add_words_with_carry(v, &a, &b, bddfalse);
    if (kind == TERM_MUL) return swap ? multiply_words(v, &b, &a) : multiply_words(v, &a, &b);
    if (kind == TERM_UDIV) return divide_words(v, &a, &b, &rest);
    if (kind == TERM_SDIV || kind == TERM_SREM) return divide_signed(v, &a, &b, kind == TERM_SREM);
    if (kind == TERM_SHL || kind == TERM_LSHR || kind == TERM_ASHR) return shift_word(v, kind, &a, &b);
    CHECK(kind == TERM_UREM);
    divide_words(v, &a, &b, &rest);
    return rest;
}

static Word compute(Vectors *v, Term t)
{
    Word a, b;
    switch (term_kind(v->tm, t)) {
    case TERM_CONST: return constant_word(vectors_width(v, term_sort(v->tm, t)), term_value(v->tm, t));
    case TERM_VAR: return variable(v, t);
    case TERM_NOT: a = argument_word(v, t, 0); return complement_word(v, &a);
    case TERM_AND:
    case TERM_OR:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: return nary(v, t);
    case TERM_ITE:
        a = argument_word(v, t, 1);
        b = argument_word(v, t, 2);
        return choose_word(v, argument_word(v, t, 0).bit[0], &a, &b);
    case TERM_EQ:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE:
    case TERM_ADD:
    case TERM_MUL:
    case TERM_UDIV:
    case TERM_UREM:
    case TERM_SDIV:
    case TERM_SREM:
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return binary_word(v, t);
    case TERM_ZEXT: return part(v, t, 0, bddfalse);
    case TERM_SEXT: a = argument_word(v, t, 0); return part(v, t, 0, a.bit[a.width - 1]);
    case TERM_EXTRACT: return part(v, t, (uint32_t)term_value(v->tm, t), bddfalse);
    case TERM_CONCAT: return concatenation(v, t);
    case TERM_SELECT:
    case TERM_STORE:
    case TERM_CONST_ARRAY: break; /* vectors_init has said no */
    }
    RUN_CHECK(v->run, false);
    return constant_word(1, 0);
}

static void add_term_bits(void *arg, Term t)
{
    Vectors *v = arg;
    uint32_t key = t.id, mark = v->pool.count;
    if (intern_find(&v->terms, &key, 1) != INTERN_NONE) return;
    Word w = compute(v, t);
    intern_add(&v->terms, &key, 1, NULL);
    vec_push(v->run, &v->starts, v->bits.count);
    for (uint32_t i = 0; i < w.width; i++)
        vec_push(v->run, &v->bits, bdd_addref(w.bit[i]));
    vectors_release(v, mark, bddtrue);
}

const BDD *vectors_of(Vectors *v, Term t)
{
    uint32_t key = t.id;
    if (intern_find(&v->terms, &key, 1) == INTERN_NONE) term_for_each_subterm(v->tm, t, add_term_bits, v);
    return &v->bits.data[v->starts.data[intern_find(&v->terms, &key, 1)]];
}

BDD vectors_condition(Vectors *v, Term t) { return vectors_of(v, t)[0]; }
