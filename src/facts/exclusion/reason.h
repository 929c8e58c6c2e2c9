/* Why two threads are never at two locations at the same time, by locks and by the order of creation and joining; and
 * which error edges cannot be taken for such reasons. */
#ifndef CHORUS_FACTS_EXCLUSION_REASON_H
#define CHORUS_FACTS_EXCLUSION_REASON_H

#include "program/exclusion.h"

typedef enum ReasonKind {
    REASON_NONE,
    REASON_LOCK,   /* both would hold it */
    REASON_BEFORE, /* one has not been started yet when the other is there */
    REASON_AFTER,  /* it has ended */
    REASON_APART,  /* whoever starts them waits for the one before it starts the other */
    REASON_OWN,    /* they hold different numbers */
    REASON_JOINED, /* one of a team has not been started yet, or all have ended */
    REASON_TEAM,   /* they are of a team, and have been told different things */
    REASON_COUNTED /* what is known of a team, or of its owner, refutes the error */
} ReasonKind;
#define REASON_KINDS (REASON_COUNTED + 1)

typedef struct Reason {
    ReasonKind kind;
    uint32_t fact; /* REASON_LOCK: in Exclusions.locks, perhaps the first of several; REASON_OWN: in Exclusions.owns;
                      REASON_JOINED, REASON_TEAM, REASON_COUNTED: in Exclusions.teams; others: the first of several, in
                      Exclusions.orders */
} Reason;

typedef struct Reasons {
    Program *p;
    Exclusions facts;
    uint32_t *group; /* per location: a number; what the facts say of two locations depends on their groups only */
    uint32_t group_count;
    struct ReasonTables *tables;
} Reasons;

Reasons *reasons_find(Program *p);
void reasons_free(Reasons *r);
/* Why no two threads are at these locations at the same time, whatever numbers they hold. */
Reason reasons_exclude(Reasons *r, LocId a, LocId b);

/* A reason in words, one line, for the report: "lock `m`". Owned by the run. */
const char *text_of_reason(const Reasons *r, Reason reason);

/* What is accessed, and why that is no error. */
typedef struct ReasonUse {
    const char *what; /* the name of an access or its object; NULL: an error edge without */
    Reason reason;
    uint32_t pairs;
} ReasonUse;

/* An error edge is excused when it can be taken only after some thread has stopped for good at a location, as edges
 * that announce accesses say (program/monitor.h), and there is a reason for each of these locations; or only while the
 * one thread that sets a flag is at certain locations; or when what is known of a team contradicts its guard. */
typedef struct Excuses {
    bool *errors; /* per edge: excused error edges */
    uint32_t count;
    uint32_t by[REASON_KINDS]; /* pairs of locations, by kind of reason */
    VEC(ReasonUse) uses;       /* each once, in the order of the edges */
} Excuses;

/* How long teams of threads are looked for (facts/exclusion/team.h), which takes longer than all else. */
typedef struct TeamSearch {
    uint64_t effort; /* of the solver in all (smt_set_share; some 5 million are a second) */
    bool is_cut;     /* set: it was not enough */
} TeamSearch;

/* open: the program, with those error edges that are asked about. teams: NULL: they are not looked for. */
Excuses reasons_excuse(Reasons *r, const Program *open, TeamSearch *teams);

#endif
