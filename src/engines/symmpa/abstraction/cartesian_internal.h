/* Shared by the cartesian_*.c files. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_INTERNAL_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_CARTESIAN_INTERNAL_H

#include "base/intern.h"
#include "engines/symmpa/abstraction/cartesian.h"
#include "engines/symmpa/abstraction/states.h"

typedef struct Cube {
    uint32_t count;
    Literal literals[CARTESIAN_CUBE_MAX];
} Cube;

typedef VEC(Cube) Cubes;

/* A predicate whose value before the step a cube may mention. */
typedef struct CubeCandidate {
    Space space;
    uint32_t index, template;
    Term term;
} CubeCandidate;

typedef VEC(CubeCandidate) CubeCandidates;

/* The strengthening of a condition: cubes that imply it, and cubes that imply its negation. Kept over refreshes: later
 * predicates only add cubes. */
typedef struct Strengthening {
    Cubes holds, fails;
    CubeCandidates known; /* all cubes over these have been tried */
} Strengthening;

typedef enum UpdateKind { UPDATE_CONST, UPDATE_COPY, UPDATE_CHOOSE } UpdateKind;

typedef struct Update {
    Space space;
    uint32_t index;
    UpdateKind kind;
    bool negated; /* CONST: the value */
    Space from;
    uint32_t source;        /* COPY */
    uint32_t strengthening; /* CHOOSE: index into Cartesian.strengthenings; NO_ID = none, any value */
} Update;

typedef VEC(Update) Updates;

/* A constraint added by transition refinement. */
typedef struct Blocked {
    uint32_t start, count; /* in Cartesian.literals */
} Blocked;

typedef struct AbstractStatement {
    bool ready;
    uint32_t guard;            /* strengthening of the negated guard, NO_ID = none (never blocked) */
    Updates updates;           /* shared, active, child */
    VEC(Blocked) own, passive; /* constraints without and with literals of a passive thread; kept */
} AbstractStatement;

struct Cartesian {
    Program *p;
    Predicates *predicates;
    Smt *smt;
    CartesianOptions options;
    AbstractStates states;
    AbstractStatement *statements; /* per edge */
    Intern passive_ids;            /* [edge, location] */
    VEC(Updates) passives;
    Intern strengthening_ids; /* [edge, wp term, kind]; kept */
    VEC(Strengthening) strengthenings;
    VEC(Literal) literals;
    uint32_t blocked;
    Intern move_ids;
    VEC(uint32_t) move_starts, move_counts;
    VEC(Move) moves;
    Intern reply_ids;
    VEC(uint32_t) reply_starts, reply_counts;
    VEC(uint32_t) replies;
};

/* Values around a step; NULL: not looked at. */
typedef struct CartesianAround {
    const Bits *shared, *active, *passive, *child;
    const Bits *shared_after, *active_after, *passive_after;
    const Bits *tracked; /* of the passive thread; what is not tracked has no value */
    uint32_t template;   /* of the passive thread */
} CartesianAround;
static inline uint32_t template_at(const Cartesian *x, LocId loc) { return x->p->locs.data[loc.i].template.i; }

#endif
