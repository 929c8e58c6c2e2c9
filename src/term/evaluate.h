/* Evaluation: what terms mean. */
#ifndef CHORUS_TERM_EVALUATE_H
#define CHORUS_TERM_EVALUATE_H

#include "term/term.h"

/* Concrete values of arrays: a default and finitely many entries. */
typedef struct ArrayEntry {
    uint64_t index, value;
} ArrayEntry;
/* Memory behind entries that one of the values that share them may still take. */
typedef struct ArrayRoom {
    uint32_t used, capacity;
} ArrayRoom;
typedef struct Value {
    uint64_t bits;       /* scalar value, zero-extended; for arrays the default element */
    ArrayEntry *entries; /* arrays: sorted by index, no entry equals the default; owned by the run */
    uint32_t count;
    ArrayRoom *room; /* NULL: nothing is known of what lies behind the entries */
} Value;
/* fn gives a variable's value. Evaluates over machine words; mathematical integers that leave 64 bits set
 * *overflow (may be NULL). */
typedef Value (*TermEnv)(void *arg, TermManager *tm, Term var);
Value term_evaluate(TermManager *tm, Term t, TermEnv env, void *arg, bool *overflow);
bool value_equal(const Value *a, const Value *b);
uint64_t value_select(const Value *array, uint64_t index);
Value value_store(Run *run, const Value *array, uint64_t index, uint64_t element);

#endif
