/* The runs that a violation witness describes, as a program.
 *
 * A witness is a sequence of segments; each is left when its waypoint is passed: when a thread does what stands at the
 * waypoint's place in a state in which its condition holds. Waypoints to be avoided end the run when they are passed in
 * their segment. The last segment has the target: the violation. Which thread passes a waypoint is not said.
 *
 * The first program counts: a shared variable says how many segments were left, and only the violation at the target,
 * when all were left, is an error. Its edges keep their numbers, so its traces are traces of the program at hand, which
 * do follow the witness: that a run passes waypoints as soon as it can loses nothing where none is to be avoided, and
 * is what the format says.
 *
 * In the second one only the thread that passed the last waypoint goes on, and others when they pass the next (what
 * they do with their own variables is free). There are few of its runs, and that of a witness that names the places
 * where threads take over is among them; but no more than that is known of it. Where the witness tells threads apart,
 * so does this program: the count at which a thread passed a waypoint last is known of no other. */
#ifndef CHORUS_REPORT_WITNESS_FOLLOW_H
#define CHORUS_REPORT_WITNESS_FOLLOW_H

#include "program/program.h"
#include "program/trace.h"

typedef struct Waypoint {
    SourcePos place;
    bool is_target, avoid;
    const char *constraint; /* an expression of C; NULL: none that is looked at */
    bool is_return;         /* the constraint speaks of what a call returned */
    bool is_partial;        /* it says more than is told here */
    bool is_after;          /* it is about the state after the step, not before */
    uint32_t thread;        /* which one passes it; threads are told apart by numbers from 1; 0: not told of some */
} Waypoint;

typedef struct Follow {
    Program *counting; /* NULL: `problem` says why there is none */
    Program *strict;
    uint32_t *origin;       /* of strict's edges in the program at hand, and in the first one */
    uint32_t placed, given; /* waypoints without the target: those that are in the program, all */
    uint32_t unchecked;     /* waypoints that are not looked at, or not all that they say */
    const char *problem;    /* one line */
} Follow;

/* What is ignored is said in notes: a waypoint where the program does nothing, a condition that it cannot say. A target
 * where nothing can be violated is a problem; an avoided waypoint that cannot be placed is one, too. A target without
 * line is any violation. */
Follow follow_witness(Program *p, const Waypoint *waypoints, uint32_t count, bool long_is_32);
/* A trace of the strict program becomes one of the program at hand. */
void follow_translate(const Follow *f, Trace *trace);

#endif
