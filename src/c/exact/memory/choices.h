/* The targets that an address may have, one by one: each access through a pointer that is told apart at run time is a
 * case split over them (address.h). */
#ifndef CHORUS_C_EXACT_MEMORY_CHOICES_H
#define CHORUS_C_EXACT_MEMORY_CHOICES_H

#include "c/exact/model/state.h"

/* One target that an address may have. */
typedef struct Choice {
    Term guard; /* holds when it has; TERM_NONE = always */
    Val val;    /* VAL_POINTER or VAL_FUNCTION */
} Choice;

typedef VEC(Choice) Choices;

/* All targets; guards exclude each other, and where none holds the behaviour is undefined. Refuses numbers. */
void choices_find(Lowering *L, const Val *address, Choices *choices);
/* Likewise; variable indices of small arrays are told apart, too. */
void accesses_find(Lowering *L, const Val *address, Choices *choices);
/* Likewise, with constant indices only. */
void choices_find_exact(Lowering *L, const Val *address, Choices *choices);
/* Adds the choices that one is when its variable indices are told apart. */
void choice_expand(Lowering *L, const Choice *c, Choices *choices);
/* Whether the indices of an address (VAL_POINTER) have few enough values to be told apart where they follow no type. */
bool choices_can_expand(Lowering *L, const Val *v);
/* When there is only one target it takes the place of the address. False: the cursor is not reachable any more. */
bool address_settle(Lowering *L, Val *v);

#endif
