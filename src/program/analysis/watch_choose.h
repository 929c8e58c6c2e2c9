/* Which arrays and elements to watch. */
#ifndef CHORUS_PROGRAM_ANALYSIS_WATCH_CHOOSE_H
#define CHORUS_PROGRAM_ANALYSIS_WATCH_CHOOSE_H

#include "program/watched.h"

/* Which arrays to watch, and which elements each error edge is asked about: so many, those that are accessed in its
 * guard or most nearly before. NULL: no shared array is accessed at variable indices, or no error edge is near so many
 * accesses at different ones. A guess: whatever is chosen, the watched program has all errors. */
ElementWatch *watch_choose(const Program *p, uint32_t elements);
/* The indices at which an edge accesses watched arrays; some may come more than once. */
void watch_for_each_index(const Program *p, const ElementWatch *watch, const Edge *e, void (*fn)(void *arg, Term index),
                          void *arg);
/* Whether some step tests an element and assigns it, as steps of locks do. temporaries: of arrays that the front end
 * has made, too (which threads have ended, say). */
bool watch_has_locks(const Program *p, const ElementWatch *watch, bool temporaries);

#endif
