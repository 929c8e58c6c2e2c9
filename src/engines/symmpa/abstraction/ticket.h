/* Ticket predicates: the numbers that threads draw from a shared counter are all different.
 *
 * A thread draws a ticket in a step that copies a shared counter into one of its locals and moves the counter on (a
 * fetch-and-add, a successful compare-and-swap). As long as the counter does not wrap, every ticket lies behind it, so
 * a new one differs from all that are held. "A ticket lies behind the counter" speaks of one thread and could be an
 * ordinary predicate; "two threads hold different tickets" speaks of the locals of two, which no predicate of the
 * papers does. Both together are inductive, for every number of threads, and that is how they are found: as the
 * greatest set of places (a location and a local that holds a ticket there) that all steps keep, asked of the solver
 * step by step. What a thread has found out before it draws its ticket (that there are some left) is a condition on its
 * own locals only, so no other thread's step changes it; it is found first. Like counting predicates they need no
 * Boolean; they contribute facts to queries about one or two threads. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_TICKET_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_TICKET_H

#include "logic/smt/smt.h"
#include "program/program.h"

typedef VEC(VarId) TicketVars;

typedef struct Ticket {
    VarId counter;
    TermKind order;   /* TERM_ULT, ULE, SLT or SLE: "behind" */
    bool descending;  /* counter `order` ticket; else ticket `order` counter */
    TicketVars *held; /* per location: the locals in which a thread there holds tickets */
    Term *known;      /* per location: what holds of the locals of a thread there; TERM_NONE: nothing is said */
} Ticket;

typedef struct Tickets {
    Ticket *data;
    uint32_t count, capacity;
} Tickets;

/* All ticket predicates of a program. A question that the solver does not answer counts as "not kept". */
void tickets_find(Program *p, Smt *smt, Tickets *out);
/* The fact that a ticket held in v, of the thread whose locals have that instance, lies behind the counter. */
Term ticket_behind(Program *p, const Ticket *t, VarId v, uint32_t instance);
bool ticket_is_held(const Ticket *t, LocId l, VarId v);
/* "mine of worker: all different, < next". */
void ticket_print(Program *p, const Ticket *t, Str *out);

#endif
