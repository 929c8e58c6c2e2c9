/* A survey of a whole program: each byte that threads share, and whether two accesses to it may be made at once.
 *
 * This is for programs that are too large, or do too much, for the model (frontend_load): it looks at all functions at
 * once, at no order of steps but what threads main has started and joined so far, and takes time about linear in the
 * program. It tells of cells: a cell that is safe is one that the property no-data-race holds for, under what
 * docs/library.md takes for granted, with indices in bounds, where free gets what was allocated, and who unlocks has
 * locked; a cell that is open may race, or not. When all cells are safe and the program does nothing else (gap.h), it
 * has no data race.
 *
 * Why a safe cell is safe: where addresses may go is over-approximated (solve.h, object.h), so all accesses to a byte
 * are among those of its cell, and all threads that make them among their classes (threads.h). Two of them that are not
 * both atomic or both reads are then excluded because only one thread makes them, because main makes the one before it
 * starts whoever makes the other or behind the join of it, because each thread has its own (team.h), or because both
 * hold a lock that is certainly the same and certainly held (locks.h). Memory that one thread alone knows of
 * (threads.h, is_shared) or that nobody else knows of yet is left out. */
#ifndef CHORUS_C_SURVEY_CELLS_SURVEY_H
#define CHORUS_C_SURVEY_CELLS_SURVEY_H

#include "base/run.h"
#include "base/vec.h"
#include "c/compile/options.h"

typedef struct SurveyedAccess {
    SourcePos pos;
    bool is_write, is_atomic;
    const char *function, *threads; /* where it stands; functions with which the threads begin that make it */
} SurveyedAccess;

typedef struct SurveyedCell {
    const char *name;
    const char *safe; /* why; NULL: it may race */
    SurveyedAccess first, second;
} SurveyedCell;

typedef struct SurveyResult {
    VEC(SurveyedCell) cells;
    uint32_t safe;
    uint32_t threads;    /* classes, main included */
    uint32_t functions;  /* that threads may come to */
    const char *gap;     /* what the program does that is in no cell; NULL: nothing */
    bool is_unrolled;    /* loops of threads were written out (unroll.h) */
    bool has_weak_order; /* atomic accesses of weaker orders, by which memory may be made known to others */
    SourcePos gap_pos;   /* line 0: nowhere in particular */
} SurveyResult;

/* Everything belongs to the run. What is no C, or has no main: STOP_INPUT. */
void survey_files(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options,
                  SurveyResult *out);

#endif
