/* Facts that say that two threads are never at two locations at the same time, or not with the same numbers. Types
 * only: who finds them and who
 * checks them share nothing else (exclude/lockset.h, exclude/order.h, exclude/own.h; certify/certify_reasons.h). */
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

typedef struct Exclusions {
    VEC(LockFact) locks;
    VEC(OrderFact) orders;
    VEC(OwnFact) owns;
} Exclusions;

#endif
