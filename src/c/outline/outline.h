/* The outline of a whole program: control, threads, locks and numbers that have names, and of the rest whatever it may
 * be. It is for programs at which the model of frontend.h ends, or that are too large for it: it has no end but where
 * the survey below it knows nothing (cells/gap.h), and is made in one pass.
 *
 * Its runs cover those of the program, so that a proof about it is one about the program; a counterexample is none. Why
 * they do: where addresses may go, and which functions a call may come to, are over-approximated by a survey of the
 * whole program (survey/solve.h). By that,
 *
 * - each function stands once in a thread; a call is a jump to its entry, a return one to where it was called from, as
 *   a variable says, and where a function may be entered again before it returns, to any of its callers, whose values
 *   are then arbitrary;
 * - memory has a variable where all accesses to it are known to be to that number (variable.h); an access that may be
 *   to it and to something else changes it or not, a call of the library that may reach it leaves any value there as
 *   often as it likes. What is read elsewhere is any value, what is written there is forgotten;
 * - a pointer to which nothing of the program's is ever assigned is null, or leads to what is none of its variables and
 *   functions: what is read there is any value, and a call through it, or a thread that begins with it, is one of a
 *   function without a body;
 * - addresses, floating point, results of the library are any values;
 * - a lock is one that has a variable where each call on it is known to be on that one object; what may be another one
 *   takes it, or not. Everything else that waits (barriers, semaphores, conditions, joins of threads that are not known
 *   to be meant) does not wait;
 * - functions that the library is told about are threads that are there from the start, in any number; those that it
 *   calls while it runs are called there, as often as it likes; signals and destructors are among the first;
 * - atomic sections are none, and longjmp leads to any setjmp of the thread, with arbitrary values there.
 *
 * Taken for granted is what docs/library.md says, that indices are in bounds, and that memory is not used after free.
 */
#ifndef CHORUS_C_OUTLINE_OUTLINE_H
#define CHORUS_C_OUTLINE_OUTLINE_H

#include "base/vec.h"
#include "c/compile/options.h"
#include "program/program.h"

/* What was over-approximated, and where. */
typedef struct OutlineNote {
    const char *what;
    SourcePos pos;
} OutlineNote;

typedef struct OutlineResult {
    VEC(OutlineNote) notes;
    /* Instructions that do something beside computing addresses, and how many of them are modelled as they are. */
    uint32_t instructions, exact;
} OutlineResult;

/* Whether an outline says something of all properties that are asked. */
bool outline_can_tell(PropertySet asked);
/* Everything belongs to the run. What is no C, or has no main: STOP_INPUT. */
Program *outline_files(Run *run, TermManager *tm, const char *const *paths, uint32_t count,
                       const FrontendOptions *options, OutlineResult *result);

#endif
