/* One arbitrary element instead of all elements of arrays. */
#ifndef CHORUS_ENGINE_ELEMENTS_H
#define CHORUS_ENGINE_ELEMENTS_H

#include "engine/question.h"
#include "engine/request.h"

/* How the loop is asked: see parts.c. */
typedef VerdictKind (*AskFn)(void *arg, Program *p, Request *request, Lesson *lesson);

/* Asks about the program with so many elements watched (program/watched.h), with the limits of the request, of which
 * nothing else is set. TRUE: *watch is what was watched, and the verdict's certificate is of that program. FALSE: the
 * verdict's trace is of p. UNKNOWN: nothing is known; *watch is NULL when there are not so many to watch. */
VerdictKind elements_ask(Program *p, uint32_t elements, Request request, AskFn ask, void *arg,
                         const ElementWatch **watch);

#endif
