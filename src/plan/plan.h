/* The plan: what is asked about a program, in which order, and with which share of what is left. The order is the table
 * in plan/table.c, a row a way to an answer; plan/loop.c goes through it. */
#ifndef CHORUS_PLAN_PLAN_H
#define CHORUS_PLAN_PLAN_H

#include "engines/question/question.h"
#include "engines/question/request.h"
#include "facts/counting/counts.h"

/* What one asking of the loop (cegar.h) may take; numbers, so that the course of work does not depend on the
 * clock. 0: as much as it likes. */
typedef struct Limits {
    uint32_t iterations;
    uint64_t states, all_states; /* of one exploration; of all of them */
    uint32_t predicates;
} Limits;

/* What the rows know of one question, and have done about it. A row changes it only when it has something whole to say,
 * since it may be left at any time (run_within). */
typedef struct Plan {
    const Question *question;
    Verdict *verdict;
    Program *p; /* of the question, without error edges that are settled already; NULL: all are */
    Run *run;
    Proof *proof;        /* of the settled ones */
    ExcuseNote *excuses; /* see Verdict */
    uint32_t excuse_count;
    bool is_searched;             /* see Request */
    VEC(Term) learned;            /* when everything was asked together */
    VEC(const char *) predicates; /* of the proved parts; see Verdict */
    const ThreadCounts *counts;   /* of p; NULL: none are known */
    bool has_left_teams;          /* looking for teams is not done, or was left */
    bool has_left_bounds;         /* looking for bounds of variables is not done, or was left */
    bool has_taken_states;        /* of the program itself, as many as take a second */
} Plan;

/* Answers, to be added. */
#define GIVES_TRUE 1u
#define GIVES_FALSE 2u
#define GIVES_BOTH (GIVES_TRUE | GIVES_FALSE)

/* A way to an answer. */
typedef struct PlanRow {
    const char *name;
    /* Whether it may help, given what is known; cheap. */
    bool (*is_due)(Plan *plan);
    /* True: the verdict is final. Otherwise what it has learnt is in the plan. */
    bool (*ask)(Plan *plan);
    double share;     /* of the time that is left, at most; 1: all of it; 0: nothing is asked afterwards */
    unsigned gives;   /* what answers it may have: GIVES_... */
    const char *what; /* it does, in one line */
} PlanRow;

#endif
