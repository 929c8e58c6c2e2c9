/* Facts that say that two threads are never at two locations at the same time, or not with the same numbers. Types
 * only: who finds them and who
 * checks them share nothing else (lockset.h, order.h, own.h; reasons.h). */
#ifndef CHORUS_PROGRAM_EXCLUSION_H
#define CHORUS_PROGRAM_EXCLUSION_H

#include "program/program.h"

/* A lock: at most one thread holds it. A thread at location l holds it when held[l] is true of its locals. While
 * somebody does, `taken` is true, unless that thread is at a location where it is still to be set. */
typedef struct LockFact {
    Term taken;    /* over shared variables */
    Term *held;    /* per location, over locals of its template; TERM_NONE: no thread there holds the lock */
    bool *pending; /* per location, atomic ones only: `taken` need not be true yet */
} LockFact;

/* Which threads exist when: threads of a template that one single thread, the owner, has in view. The subject: all
 * threads of the template, or those that were started with a certain value of a parameter. */
typedef struct OrderFact {
    TemplateId subject;
    VarId parameter; /* .i = NO_ID: all threads of the template */
    Term value;      /* a constant */
    TemplateId owner;
    bool single;  /* the subject is one thread at most */
    VarId done;   /* a Boolean that the subject sets when it has ended; .i = NO_ID: none */
    bool *ended;  /* per location of the subject's template: where it has; no edge leaves them */
    bool *after;  /* per location of the owner's: where it is when the subject exists, or `done` is true */
    bool *active; /* per location of the owner's: where it is when the subject exists and has not ended */
} OrderFact;

/* A local that holds a number of a thread's own, where `when`, over the thread's locals, is true. */
typedef struct OwnNumber {
    VarId var;
    Term when;
} OwnNumber;

typedef VEC(OwnNumber) OwnNumbers;

/* Numbers of which each thread has its own, as those drawn from a counter: what any two threads hold is at least
 * `width` apart, counted up from either, modulo the range of their sort, which is that of bit-vectors. The rest is what
 * that rests on. */
typedef struct OwnFact {
    Term always;     /* over shared variables */
    Term *known;     /* per location, over shared variables and locals of its template; TERM_NONE: nothing */
    OwnNumbers *own; /* per location */
    Sort sort;       /* of all of the numbers */
    uint64_t width;  /* at least 1 */
    VarId counter;   /* whom the numbers are drawn from, for people; shared */
} OwnFact;

/* Names of threads, each of them given once: counted up from the first by whoever starts threads, who tells the new
 * thread its name; 0 is none. Of any two threads at most one has a certain name but 0; names are not above the counter;
 * and a thread with a name that is not at a location in `done` has not ended by `ended`, nor has a name above the
 * counter. */
typedef struct NameFact {
    VarId counter; /* a shared bit-vector: the last name that was given */
    VarId ended;   /* a shared array from names to single bits: 1: that thread has ended */
    VarId *names;  /* per template: the parameter, which no edge assigns; .i = NO_ID: its threads have no names */
    bool *done;    /* per location: where threads have ended; no edge leaves them */
} NameFact;

/* A team: the threads of a template that one single thread, the owner, starts, each with a number of its own, which is
 * the value of `start` at the edge that starts it, over the owner's state after the edge. No number for which `when` is
 * true is that of two threads of the team that have not ended.
 *
 * Terms speak of the owner's locals, of shared variables that only the owner assigns, of the team's parameters that no
 * edge assigns (their instance is TEAM_MEMBER), and of `number`. */
typedef struct TeamFact {
    TemplateId team, owner;
    Term number; /* a variable: that of any thread of the team */
    VarId start; /* a local of the owner */
    Term when;   /* over `number`; most often true */
    Term mine;   /* of a thread of the team, over its parameters and `number` only; true from its start to its end */
    Term *known; /* per location of the owner: over its own variables; of the team: over a thread's own locals (of
                    instance 0, and the parameters, too); TERM_NONE: nothing */
    Term *about; /* per location of the owner: of each thread of the team that has not ended; false: there is none */
    bool *done;  /* per location of the team: where its threads have ended; no edge leaves them */
} TeamFact;

#define TEAM_MEMBER 1 /* instance of the locals of a thread of the team */
#define TEAM_NUMBER 9 /* and of the variable `start` that `number` is */

typedef struct Exclusions {
    VEC(LockFact) locks;
    VEC(OrderFact) orders;
    VEC(NameFact) names;
    VEC(TeamFact) teams;
    VEC(OwnFact) owns;
} Exclusions;

#endif
