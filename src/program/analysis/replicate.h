/* The symmetry-oblivious program (paper 001, end of section 1 and section 5: SOPA): every thread written out.
 *
 * A template of which there can be n threads becomes n templates of one thread each, and its locals n shared variables
 * each, `x` becoming `x_1`, ..., `x_n`. All predicates over the result are shared ones, and no two threads are
 * interchangeable. For comparison with what symmetry saves. */
#ifndef CHORUS_PROGRAM_ANALYSIS_REPLICATE_H
#define CHORUS_PROGRAM_ANALYSIS_REPLICATE_H

#include "program/program.h"

typedef struct Replica {
    Program *original, *program;
    uint32_t threads;
    uint32_t *edges; /* per edge of program: the edge of the original that it is a copy of */
    uint32_t *kinds; /* per template of program that is there at the start: which one of those of the original */
    uint32_t *vars;  /* per variable of the original: its second copy; the first has the variable's own number */
} Replica;

/* The indexed program with at most n threads: n of every template started in any number at the beginning, and n started
 * later. The thread that starts others has its locations n + 1 times, which count the threads started. An error can be
 * reached in one exactly when it can in the other. NULL with *why when threads are started by threads of which there
 * are several. Memory of the run. */
Replica *program_replicate(Program *p, uint32_t n, const char **why);
/* In how many copies a template's locals are there. */
uint32_t replica_copies(const Replica *r, uint32_t template);
/* A term of the original for one copy of the template's threads, from 0. */
Term replica_term(const Replica *r, Term t, uint32_t copy);

#endif
