/* Replay of a program's states: code of its own that shares nothing with the search of concrete states.
 *
 * A proof by concrete states (kernel/kinds/concrete) is made of many reductions: persistent sets of threads, sections
 * of locks, variables that grow, symbols. The search that finds such a proof and the check of it are one code. So where
 * the states are few they are made again, here, without any of that: a state is what the variables and the threads
 * are, a step is an edge, and all threads are moved in all states. Only two things are left out:
 * - a thread whose next steps touch nothing that others see is moved alone (shape.c);
 * - locals that are not read any more are forgotten (shape.c).
 *
 * Arbitrary values: as many as fit a few bits are tried one by one. Others are unknown: so is what is computed from
 * them, and a guard that depends on one is taken to hold, which adds runs and leaves none out. So SAFE is right. An
 * error is one of the program only if no such guard was passed on the way there; else the answer is OPEN. */
#ifndef CHORUS_KERNEL_REPLAY_REPLAY_H
#define CHORUS_KERNEL_REPLAY_REPLAY_H

#include "program/program.h"

#define REPLAY_STATES_MAX 50000

typedef enum ReplayAnswer {
    REPLAY_SAFE,  /* no error edge can be taken, and no more threads are started than `size` */
    REPLAY_ERROR, /* one can, or more are */
    REPLAY_OPEN   /* more states, or more work, than is done; or it depends on values that are not known */
} ReplayAnswer;

typedef struct ReplayResult {
    ReplayAnswer answer;
    const char *why; /* not SAFE: one line, owned by the run */
    uint32_t states;
} ReplayResult;

ReplayResult replay_program(Program *p, uint32_t size);

#endif
