/* Accesses to memory, and which of them race.
 *
 * A race is a reachable state in which two threads stand before edges that can be taken and access a common byte, at
 * least one of the accesses is a write, not both are atomic, and at most one of the two threads, and no third, is at an
 * atomic location. With accesses inside atomic sections left out it is the race of "Race Checking by Context Inference"
 * (section 2.1: no thread is at an atomic location); with these accesses as atomic ones it is SV-COMP's: accesses in
 * atomic sections do not race with each other, but with plain ones. */
#ifndef CHORUS_PROGRAM_ACCESS_H
#define CHORUS_PROGRAM_ACCESS_H

#include "program/state.h"

/* May two such accesses race at all, as far as objects, kinds and bytes say? Errs towards true where an index matters:
 * access_overlap says when. */
bool accesses_conflict(const Access *a, const Access *b);
/* When do the two touch a common byte? index_a, index_b stand for their indices (TERM_NONE where they have none), of
 * any width. Exact, as long as no access reaches over the end of the address space. */
Term access_overlap(TermManager *tm, const Access *a, Term index_a, const Access *b, Term index_b);
/* For programs that do not say what they access (.scpl): each shared variable is an object, an element of an array a
 * place in it. Adds the accesses of an edge: what its guard, values and arguments read, what it assigns; to
 * Program.edges[edge]. To be called for edges that do not begin inside of an atomic section. objects[v]: of variable v,
 * as program_add_objects gave them. */
void program_derive_accesses(Program *p, EdgeId edge, const uint32_t *objects);
/* An object for each shared variable; by VarId.i, NO_ID for others. The caller releases the array. */
uint32_t *program_add_objects(Program *p);

/* Two accesses that race in a state. */
typedef struct Race {
    uint32_t threads[2]; /* in the state */
    EdgeId edges[2];
    uint32_t accesses[2]; /* of the edges */
} Race;

/* Tries all values of the inputs of the edges: at most 16 bits each, as the interpreter. race: what was found; may be
 * NULL. */
bool state_has_race(const Machine *m, const State *s, Race *race);

#endif
