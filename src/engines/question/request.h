/* How the CEGAR loop is asked one part of a question, and what it says beside the verdict; types only. */
#ifndef CHORUS_ENGINES_QUESTION_REQUEST_H
#define CHORUS_ENGINES_QUESTION_REQUEST_H

#include "engines/question/question.h"
#include "program/joined.h"

/* All of it may be zero: everything is asked at once, without limits but those of the options. */
typedef struct Request {
    const bool *kept;    /* per variable; not NULL: the program is localized to these (program/analysis/part.h) */
    bool after_glance;   /* errors that are near have been looked for: those of many threads are, at once */
    bool is_searched;    /* these errors, or more, have been looked for among the first states of a few threads */
    Program *whole;      /* not NULL: the program is one of watched elements of this one (program/watched.h): a
                            counterexample of it is one of this one, or none */
    const Term *learned; /* predicates to start with; those over other variables are left out */
    uint32_t learned_count;
    uint32_t iterations; /* at most so many refinements, 0 = no limit */
    EngineStats before;  /* what came before, to which the verdict's statistics are added */
    uint64_t states;     /* at most so many abstract states of an exploration, 0 = that of the options */
    uint64_t all_states; /* of all explorations so far: when it is passed no other one is begun; 0 = no limit */
    uint32_t predicates; /* an exploration with more is not begun: it may take long, however few states there are; 0 =
                            no limit */
} Request;

typedef struct Lesson {
    bool is_limited; /* "unknown" because of the request's limits: with higher ones there may be an answer */
    bool is_stuck;   /* "unknown" because refinement got no further; about fewer error edges there may be an answer */
    bool *more;      /* "unknown" because of a counterexample that needs these variables to be kept, too; or NULL */
    const Joined *joined; /* the localized program: what was left out of it, which its certificate rests on */
    VEC(Term) predicates; /* in the end */
} Lesson;

#endif
