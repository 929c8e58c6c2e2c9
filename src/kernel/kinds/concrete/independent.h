/* Which letters are independent: by what they touch, and else asked of the solver. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_INDEPENDENT_H
#define CHORUS_KERNEL_KINDS_CONCRETE_INDEPENDENT_H

#include "kernel/checker/checker.h"

typedef struct PathLetter {
    Term guard;
    Assign *assigns;
    uint32_t assign_count;
    Assign *args; /* of the thread that it starts */
    uint32_t arg_count;
    bool starts, is_error;
    VarId lock;               /* of the section that it enters; .i == NO_ID: it enters none */
    bool is_whole;            /* else it is only the beginning of what its section does */
    bool is_entry;            /* no step: it says that there is a section, whether or not that comes to its end */
    uint64_t *reads, *writes; /* sets of shared variables: of the whole section, each step of it */
    uint64_t *adds;           /* those of them to which constants are added, and nothing else is done with them */
} PathLetter;

typedef struct Independence Independence;

/* words: of sets of variables. */
Independence *independence_new(Checker *k, uint32_t words);
void independence_clear(Independence *in);
/* Its number. */
uint32_t independence_letter(Independence *in, const PathLetter *letter);
/* a is what one thread may do now; b is what another may do, now or later. */
bool are_independent(Independence *in, uint32_t a, uint32_t b);
/* Why a step may not come between those of a section: the section's lock, and what both touch. */
typedef struct SectionClash {
    VarId lock;
    uint64_t *common; /* a set of variables, of the run */
} SectionClash;

/* May a, the next step of one thread, come between steps of b, if b is a section of another? Else *clash says why.
 * Not asked of two that take the same lock. */
bool sections_allow(const Independence *in, uint32_t a, uint32_t b, SectionClash *clash);

#endif
