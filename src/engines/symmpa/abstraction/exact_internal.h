/* Shared by exact.c, query.c and passive.c. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_EXACT_INTERNAL_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_EXACT_INTERNAL_H

#include "base/intern.h"
#include "engines/symmpa/abstraction/counting.h"
#include "engines/symmpa/abstraction/exact.h"
#include "engines/symmpa/abstraction/states.h"
#include "engines/symmpa/abstraction/ticket.h"
#include "program/analysis/dependence.h"
#include "program/step.h"

typedef enum How { HOW_CONST, HOW_COPY, HOW_ENUM } How;

/* How one predicate gets its value after a step. */
typedef struct PredicateOutput {
    Space space;
    uint32_t index; /* of the predicate in its space */
    How how;
    bool negated;    /* COPY, ENUM: of the source; CONST: the value */
    Space from;      /* COPY */
    uint32_t source; /* COPY: index in its space; ENUM: slot */
} PredicateOutput;

/* A predicate whose value before the step (or, for slots of the active thread, chosen by it) constrains a query. */
typedef struct ConeItem {
    Space space;
    uint32_t index;
    Term term;
    bool after; /* value taken from the state after the active thread's move: term is a slot of the active query */
    bool negated;
} ConeItem;

/* A query about a step, up to the values of the predicates in its cone. */
typedef struct StepQuery {
    VEC(PredicateOutput) outputs;
    VEC(Term) slots;
    VEC(ConeItem) cone;
    VEC(Term) facts; /* what counting and ticket predicates say of the threads looked at */
    uint32_t signature;
    bool trivial; /* guard true and no slots: always one answer */
    bool ready;
} StepQuery;

typedef struct Answers {
    uint32_t start, count; /* in Exact.answers; each of words_of(slots) words */
} Answers;

struct Exact {
    Program *p;
    Predicates *predicates;
    Smt *smt;
    AbstractStates states;
    StepQuery *steps; /* per edge: of the active thread (and the thread it starts) */
    bool *broadcasts; /* per edge: some mixed predicate may change (with consult: or forbid the step) */
    Countings countings;
    Tickets tickets;
    bool has_tickets;      /* they were looked for */
    bool use_tickets;      /* see exact_use_tickets */
    uint32_t thread_bound; /* see exact_bound_threads */
    bool consult;          /* see exact_consult_passive */
    Intern passive_ids;    /* [edge, location] */
    VEC(StepQuery) passives;
    Intern signatures; /* kept over refreshes */
    Intern answer_ids; /* [signature, values]; kept over refreshes */
    VEC(Answers) answer_sets;
    VEC(uint32_t) answers;
    Intern wp_ids; /* [edge, predicate, space]; kept */
    VEC(Term) wps;
    Intern move_ids;        /* [shared, local] */
    VEC(Answers) move_sets; /* ranges of moves */
    VEC(Move) moves;
    Intern reply_ids; /* [shared, local, edge, shared', local', passive] */
    VEC(Answers) reply_sets;
    VEC(uint32_t) replies;
    Dependence *dependence; /* NULL: not asked for so far */
    bool *in_cone;          /* scratch, per variable and instance 0, 1 */
};

/* Values of the predicates of all spaces around a step. */
typedef struct ExactAround {
    Bits shared, active, passive;    /* before */
    Bits shared_after, active_after; /* after; for passive queries */
} ExactAround;

static inline uint32_t words_of(uint32_t slots) { return slots ? (slots + 31) / 32 : 1; }

static inline uint32_t template_at(const Exact *x, LocId loc) { return x->p->locs.data[loc.i].template.i; }
/* Number of ticket predicates in use, the first of x->tickets. */
static inline uint32_t tickets_in_use(const Exact *x) { return x->use_tickets ? x->tickets.count : 0; }

#endif
