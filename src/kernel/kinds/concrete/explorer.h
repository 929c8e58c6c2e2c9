/* What the search of concrete states keeps; types only. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_EXPLORER_H
#define CHORUS_KERNEL_KINDS_CONCRETE_EXPLORER_H

#include "kernel/checker/checker.h"
#include "kernel/checker/live.h"
#include "kernel/kinds/concrete/concrete.h"

#define INPUT_BITS_MAX 6 /* of a path: so many values are tried */

typedef struct ConcreteCell {
    Value value;
    bool unknown; /* an array may have elements that are known: cells.h */
    Term term;    /* unknown: over symbols (symbolic.h); TERM_NONE: nobody reads it, or there are no symbols */
} ConcreteCell;

/* Can a step be taken, does a condition hold? */
typedef enum Possible {
    POSSIBLE_NO,
    POSSIBLE_UNKNOWN, /* depends on a value that is not known */
    POSSIBLE_YES
} Possible;

/* Of a location: can a thread always move there? */
typedef enum GoesOn { GOES_ON_NOT_ASKED, MAY_STOP, GOES_ON } GoesOn;

/* An input of the step being evaluated, and the symbol that it is. */
typedef struct MetInput {
    Term input, symbol;
} MetInput;

typedef struct ConcreteThread {
    TemplateId template;
    LocId loc; /* cut, and it can go on */
    ConcreteCell *locals;
    uint32_t part; /* loaded states: its number in Explorer.parts */
} ConcreteThread;

typedef VEC(ConcreteThread) ConcreteThreads;
typedef VEC(uint32_t) StateWords;

/* A state, or one being made from it; cells and entries of arrays are in the explorer's pools. */
typedef struct ConcreteState {
    uint32_t created;
    ConcreteCell *shared;
    ConcreteThreads threads;
    uint32_t symbols;        /* how many there are, numbered from 0 */
    CertifyTerms conditions; /* on them */
} ConcreteState;

typedef struct Explorer {
    Checker *k;
    const Program *p;
    uint32_t shared_count;
    uint32_t *slot; /* per variable: among the shared ones, or its template's locals */
    CheckerLive live;
    StateLimit limit;
    Intern states;
    Intern parts; /* what states say of one thread */
    ConcreteState at, next;
    ValueArena *made; /* arrays that steps from x->at make: states are kept as words */
    StateWords key;
    VEC(StateWords) threads; /* of the key being made, one each */
    struct Sections *sections;
    struct Letters *letters;
    GoesOn *goes_on;         /* per location */
    struct Growing *growing; /* NULL: none grow, or none are asked for */
    /* the step being evaluated */
    uint32_t active;
    const CertifyPath *path;
    Term inputs[INPUT_BITS_MAX]; /* those that are tried */
    uint32_t input_count, choice;
    bool unknown, overflow; /* what was evaluated last */
    bool array_unknown;     /* unknown, and one of the variables is an array */
    uint32_t symbols;       /* those of x->at, and more that the step has made */
    VEC(MetInput) met;
    Intern questions; /* conditions that were asked about together */
    VEC(SmtResult) answers;
    uint32_t asked; /* they count as so many (StateLimit) */
    /* the expansion of a state */
    uint32_t current;
    bool is_fresh; /* some step led to a state that is yet to be expanded, in which no thread stops the others */
    Term covered;  /* one of the steps of the thread being moved that may be possible is, when this holds */
    bool covered_is_fresh; /* they all led to such states; where guards go both ways, all steps did */
} Explorer;

#endif
