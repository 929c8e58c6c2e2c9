/* Texts that random programs are made of. In a text
 *   #   is the program's number, behind global names      $k  0 .. 3
 *   $g  a number that threads share                       $l  a number of the thread's own
 *   $e  a number                                          $c  a condition
 *   $b  a statement in braces                             $n  makes a name new */
#ifndef TESTS_AGREEMENT_LIBRARY_TEMPLATES_H
#define TESTS_AGREEMENT_LIBRARY_TEMPLATES_H

#include <stdint.h>

#define STATEMENTS_MAX 16

typedef struct Group {
    const char *name, *globals, *prepare; /* prepare: what main does first */
    uint32_t weight;                      /* how often it is chosen, and 1 */
    uint32_t count;
    const char *statements[STATEMENTS_MAX];
} Group;

extern const char templates_globals[]; /* of all programs */

/* What all programs use. */
const Group *group_core(void);
/* The sum of the weights of the others, and the one that each number below is for. */
uint32_t group_weights(void);
const Group *group_chosen(uint32_t number);
/* Of that name. */
const Group *group_named(const char *name);

#endif
