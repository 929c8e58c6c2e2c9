/* Shared by the files of term/ only. */
#ifndef CHORUS_TERM_INTERNAL_H
#define CHORUS_TERM_INTERNAL_H

#include "base/intern.h"
#include "base/vec.h"
#include "term/term.h"

/* A node is a key of the table: kind and sort, value (2 words; a variable's symbol and instance), arguments. */
#define NODE_HEADER 3

/* A memo from term id to 32 bits, valid while stamp[id] == current. */
typedef struct Memo {
    uint32_t *stamp, *value;
    uint32_t capacity, current;
    bool in_use;
} Memo;

#define MEMO_LEVELS 8

struct TermManager {
    Run *run;
    Intern nodes;
    Memo memos[MEMO_LEVELS]; /* one for each depth of nested traversals */
    bool (*sign)(void *arg, Term var);
    void *sign_arg;
    bool unbounded; /* see term_manager_keep_unbounded */
};

Term term_make(TermManager *tm, TermKind kind, Sort sort, uint64_t value, const Term *args, uint32_t count);

Memo *memo_open(TermManager *tm);
void memo_close(Memo *memo);
bool memo_get(const Memo *memo, Term t, uint32_t *value);
void memo_set(TermManager *tm, Memo *memo, Term t, uint32_t value);

/* Must terms of the sort keep what they would mean without a bound on their values? */
bool is_unbounded(const TermManager *tm, Sort sort);
/* Truncates to the width of the sort (bit-vectors, Booleans). */
uint64_t sort_mask(Sort sort, uint64_t value);
int64_t sign_extend(uint64_t value, unsigned width);
/* An if-then-else between two constants. */
bool is_ite_of_consts(const TermManager *tm, Term t);
/* a < b for kind TERM_ULT or TERM_SLT. */
Term term_less(TermManager *tm, TermKind kind, Term a, Term b);
/* Applies a binary operation to constants of a sort; false when the result is not representable (ideal integers). */
bool fold_binary(TermKind kind, Sort sort, uint64_t a, uint64_t b, uint64_t *result);

#endif
