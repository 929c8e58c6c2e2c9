/* Predicates and their classes (paper 001, Definition 1).
 *
 * A predicate is a Boolean term over the program's variables at instance 0. Shared: only shared variables; local:
 * only locals of one template; mixed: both. Shared predicates are tracked once; local and mixed ones in every
 * thread of their template. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_PREDICATE_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_PREDICATE_H

#include "base/bits.h"
#include "base/vec.h"
#include "program/program.h"

typedef enum PredicateClass { PREDICATE_SHARED, PREDICATE_LOCAL, PREDICATE_MIXED } PredicateClass;

typedef struct Predicate {
    Term term;
    PredicateClass class;
    uint32_t template; /* LOCAL, MIXED; NO_ID for SHARED */
    uint32_t index;    /* place in its space (the shared one, or the template's), < BITS_MAX */
    VEC(uint32_t) vars;
} Predicate;

typedef struct Predicates {
    Program *p;
    VEC(Predicate) all;
    VEC(uint32_t) shared;  /* indices into all, in order of index; what is tracked once */
    VEC(uint32_t) * local; /* per template, likewise */
    bool full;             /* a predicate was refused for lack of space */
    bool mixed_as_shared;  /* UNSOUND baseline, to be set before the first is added: mixed ones in the shared space */
    uint32_t *by_term;     /* private: hash-consed term id -> 1 + index, grows */
    uint32_t by_term_size;
} Predicates;

Predicates *predicates_new(Program *p);
/* Adds a predicate, or its negation when that is simpler. Constants, terms with inputs or instances, with locals of
 * two templates, over arrays as a whole, or of more than 60 nodes are not taken. True when it is new. */
bool predicates_add(Predicates *set, Term t);
/* Index into all, or NO_ID; *negated tells whether the tracked predicate is its negation. */
uint32_t predicates_find(const Predicates *set, Term t, bool *negated);
uint32_t predicates_count(const Predicates *set, PredicateClass class);
/* For checks: is each in one space, at its index, with variables of the program, and found by its term? */
bool predicates_are_valid(const Predicates *set);

#endif
