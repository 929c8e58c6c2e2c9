/* Programs of a fixed number of threads, written out: which threads there are, and the variables and locations that
 * modular proofs speak of. Numbers and names only; what the edges do is for those who make proofs and for those who
 * check them, each by themselves.
 *
 * Every thread is a template of its own. Locals are variables that conditions about any thread may mention; each thread
 * also has `pc`, where it is (LocId.i in the program as given), and those that are started have `started`. Variables of
 * the program as given keep their numbers; the locals of a template are those of its first thread. */
#ifndef CHORUS_PROOF_WRITTEN_OUT_H
#define CHORUS_PROOF_WRITTEN_OUT_H

#include "program/program.h"

#define WRITTEN_THREADS_MAX 16 /* of a modular proof */

/* Which thread of the program it is. */
typedef struct ThreadOrigin {
    TemplateId of;
    uint32_t parent; /* the thread that starts it; NO_ID: there at the start */
    EdgeId start;    /* by this edge of the program as given */
} ThreadOrigin;

typedef VEC(ThreadOrigin) ThreadOrigins;

typedef struct WrittenThread {
    VarId pc, started; /* started.i = NO_ID: there at the start */
    uint32_t *vars;    /* per variable of the program as given: what it is for this thread, VarId.i written out */
    uint32_t *locs;    /* per location of the program as given: LocId.i written out, NO_ID = of another template */
} WrittenThread;

typedef VEC(WrittenThread) WrittenThreads;

typedef struct WrittenOut {
    Program *from;
    Program *p; /* without edges; template i is thread i */
    ThreadOrigins origins;
    WrittenThreads threads;
    uint32_t *other; /* per variable written out: an input, for any value; NO_ID: it is an input */
    uint32_t *home;  /* per location written out: LocId.i in the program as given */
} WrittenOut;

/* The origins are of the program: templates, and starts of those. There are fewer than 2^16 locations. */
WrittenOut *written_out_new(Program *from, const ThreadOrigins *origins);
/* How many of the threads are started by others. */
uint32_t written_created(const WrittenOut *w);

/* Where a location is in a sequential program: before and after moves of others. */
typedef struct SequentialPlace {
    LocId before, after; /* the same where threads do not take turns */
} SequentialPlace;

/* The program of one thread, without edges: variables have the numbers of those written out and are its locals. */
typedef struct SequentialFrame {
    Program *p;
    SequentialPlace *places[2]; /* before and after the start, per location written out; before: of queries only */
    LocId error;
} SequentialFrame;

/* turns: per location written out. */
SequentialFrame sequential_frame(const WrittenOut *w, const bool *turns, uint32_t thread, bool is_query);

#endif
