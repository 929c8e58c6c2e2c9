/* The published abstractions c0, c1, c2, ... (paper 000, section 4.1; paper 001, section 2.2 and Algorithm 1).
 *
 * Every predicate is updated for itself. c0: exactly where the weakest precondition is a constant or (the negation of)
 * a predicate that is tracked, otherwise to any value. cK: b = choose(F(WP(b)), F(WP(!b))), where F strengthens to
 * cubes of at most K predicates; guards become !F(!guard). Mixed predicates of passive threads are updated by
 * broadcasts, with cubes over the shared predicates, those of the active thread and the passive thread's own. All of
 * them over-approximate every concrete step; transition refinement (transition.h) takes single spurious
 * ones away. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_H

#include "engines/symmpa/abstraction/predicate.h"
#include "engines/symmpa/explore/oracle.h"
#include "logic/smt/smt.h"
#include "program/step.h"

typedef struct CartesianOptions {
    uint32_t cube;   /* maximum cube length K, at most CARTESIAN_CUBE_MAX */
    bool mask;       /* drop predicates over dead locals */
    bool passive;    /* false: passive threads' predicates are not looked at, broadcasts set them to any value (the
                        experiment of section 5 of paper 000); sound, imprecise */
    bool broadcasts; /* false: mixed predicates of passive threads are left as they are (mixed as local). UNSOUND */
} CartesianOptions;
#define CARTESIAN_CUBE_MAX 4

/* A predicate's value before or after a step; index: its place in its space (Predicate.index). */
typedef struct Literal {
    Space space;
    bool after, value;
    uint32_t index;
    uint32_t template; /* PASSIVE: whose predicate; does not hold for threads of others */
} Literal;

typedef struct Cartesian Cartesian;

/* The program must be merged (or not, as wished) and indexed, and must have no error edges that do more than fail: see
 * cartesian_split_errors. */
Cartesian *cartesian_new(Program *p, Predicates *predicates, Smt *smt, const CartesianOptions *options);
/* To be called after predicates were added: all state ids become invalid; cubes and constraints stay. */
void cartesian_refresh(Cartesian *x);
Oracle cartesian_oracle(Cartesian *x);

/* What parts of states stand for; predicates not tracked at a location are 0. */
LocId cartesian_location(const Cartesian *x, uint32_t local);
Bits cartesian_local_bits(const Cartesian *x, uint32_t local);
Bits cartesian_shared_bits(const Cartesian *x, uint32_t shared);
Bits cartesian_tracked(const Cartesian *x, LocId loc);
uint64_t cartesian_local_states(const Cartesian *x);

/* Forbids all steps of the edge that satisfy the literals (transition refinement). With literals of a passive thread:
 * of any passive thread. The caller answers for it that no such step is concrete. */
void cartesian_block(Cartesian *x, uint32_t edge, const Literal *literals, uint32_t count);
/* Constraints so far. */
uint32_t cartesian_blocked(const Cartesian *x);

/* A copy of the program in which failing is a step of its own, after one that can be constrained like any other: an
 * error edge with a guard becomes one without, after an edge with the guard to a location of its own. */
Program *cartesian_split_errors(Program *p);

#endif
