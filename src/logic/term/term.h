/* Hash-consed, typed, immutable expressions: Booleans, bit-vectors of 1 to 64 bits, mathematical
 * integers (for --integers=ideal), and arrays from bit-vectors or integers to those.
 *
 * Two terms of one manager are equal exactly when their ids are. Builders simplify (constants fold,
 * neutral elements vanish, commutative arguments are ordered), so a built term need not have the kind
 * asked for. Bit-vectors wrap around; division by zero is as in SMT-LIB (udiv = all ones, urem = dividend;
 * sdiv, srem accordingly); shifts by the width or more give zero (or the sign). Mathematical integers:
 * constants must fit 64 bits signed (an overflow when folding leaves the operation unfolded);
 * TERM_DIV and TERM_MOD are C's (truncating) for bit-vectors (sdiv/srem) and for ideal integers. */
#ifndef CHORUS_LOGIC_TERM_TERM_H
#define CHORUS_LOGIC_TERM_TERM_H

#include "base/run.h"

typedef struct TermManager TermManager;

typedef struct Term {
    uint32_t id; /* 0 = no term */
} Term;
#define TERM_NONE ((Term){0})
static inline bool term_same(Term a, Term b) { return a.id == b.id; }
static inline bool term_is(Term a) { return a.id != 0; }

typedef enum SortKind { SORT_BOOL, SORT_BV, SORT_INT, SORT_ARRAY } SortKind;

/* Small value type. For arrays: index sort (bv width or 0 = int) and element sort (bv width or 0 = int). */
typedef struct Sort {
    uint8_t kind;  /* SortKind */
    uint8_t width; /* SORT_BV: 1..64. SORT_ARRAY: element width, 0 = mathematical integer */
    uint8_t index; /* SORT_ARRAY: index width, 0 = mathematical integer */
    uint8_t pad;
} Sort;
static inline Sort sort_bool(void) { return (Sort){SORT_BOOL, 0, 0, 0}; }
static inline Sort sort_bv(unsigned width) { return (Sort){SORT_BV, (uint8_t)width, 0, 0}; }
static inline Sort sort_int(void) { return (Sort){SORT_INT, 0, 0, 0}; }
static inline Sort sort_array(Sort index, Sort element) { return (Sort){SORT_ARRAY, element.width, index.width, 0}; }
static inline Sort sort_element(Sort array) { return array.width ? sort_bv(array.width) : sort_int(); }
static inline Sort sort_index(Sort array) { return array.index ? sort_bv(array.index) : sort_int(); }
static inline bool sort_same(Sort a, Sort b) { return a.kind == b.kind && a.width == b.width && a.index == b.index; }

typedef enum TermKind {
    TERM_CONST, /* value: Boolean 0/1, bit-vector (zero-extended), integer (as int64_t) */
    TERM_VAR,   /* symbol, instance */
    TERM_NOT,
    TERM_AND,
    TERM_OR, /* AND, OR: 2 arguments or more, flattened, sorted, without repetition */
    TERM_EQ, /* any sort but arrays; ne is NOT EQ; Boolean EQ is "iff" */
    TERM_ULT,
    TERM_ULE,
    TERM_SLT,
    TERM_SLE, /* bit-vectors; integers use SLT and SLE. ULE and SLE are never kept:
                 a <= b is built as !(b < a) */
    TERM_ITE,
    TERM_ADD,
    TERM_MUL, /* 2 arguments; sums are kept in a linear normal form; SUB and NEG are ADD and MUL by -1 */
    TERM_UDIV,
    TERM_UREM,
    TERM_SDIV,
    TERM_SREM, /* integers use SDIV and SREM (truncating, as C) */
    TERM_BVAND,
    TERM_BVOR,
    TERM_BVXOR,
    TERM_SHL,
    TERM_LSHR,
    TERM_ASHR,
    TERM_ZEXT,
    TERM_SEXT,    /* to the sort's width */
    TERM_EXTRACT, /* bits [low + width - 1 : low], value = low */
    TERM_CONCAT,  /* arg 0 high */
    TERM_SELECT,
    TERM_STORE,
    TERM_CONST_ARRAY /* arg 0 = element */
} TermKind;
#define TERM_KIND_COUNT (TERM_CONST_ARRAY + 1)

/* Terms and all memory belong to the run. */
TermManager *term_manager_new(Run *run);
Run *term_manager_run(const TermManager *tm);
uint32_t term_manager_count(const TermManager *tm);
/* For printing only: fn says whether a variable is signed. */
void term_manager_on_sign(TermManager *tm, bool (*fn)(void *arg, Term var), void *arg);
/* Machine integers built from now on will be read as mathematical ones (program/ideal.h): builders leave alone what
 * they could simplify only because values wrap or are in the range of their type. */
void term_manager_keep_unbounded(TermManager *tm);

/* ---- inspection ---- */
TermKind term_kind(const TermManager *tm, Term t);
Sort term_sort(const TermManager *tm, Term t);
uint32_t term_arity(const TermManager *tm, Term t);
Term term_arg(const TermManager *tm, Term t, uint32_t i);
/* TERM_CONST: its bits; TERM_EXTRACT: the low bit. */
uint64_t term_value(const TermManager *tm, Term t);
/* TERM_VAR */
uint32_t term_symbol(const TermManager *tm, Term t);
uint32_t term_instance(const TermManager *tm, Term t);
bool term_is_true(const TermManager *tm, Term t);
bool term_is_false(const TermManager *tm, Term t);
bool term_is_const(const TermManager *tm, Term t);

/* ---- sorts and bits ---- */
/* Truncates to the width of the sort (bit-vectors, Booleans). */
uint64_t sort_mask(Sort sort, uint64_t value);
/* The low bits read as a signed number; width > 0. */
int64_t sign_extend(uint64_t value, unsigned width);
/* Must terms of the sort keep what they would mean without a bound on their values? (term_manager_keep_unbounded) */
bool is_unbounded(const TermManager *tm, Sort sort);

#endif
