/* Happens-before in one run, by vector clocks (Fidge, Mattern; races of a run as in FastTrack, Flanagan and Freund,
 * PLDI 2009): what a thread has done happens before what another does when a chain of starts, and of releases and
 * acquisitions of one object, leads from it there. Two conflicting accesses of which neither happens before the other
 * are suspected to race.
 *
 * It is a suspicion: some other run must have both threads in front of their accesses. It errs to both sides: an order
 * that this run happens to have hides races of others, and of each thread only the last accesses to a place are kept.
 */
#ifndef CHORUS_ENGINES_DYNAMIC_CLOCKS_H
#define CHORUS_ENGINES_DYNAMIC_CLOCKS_H

#include "base/run.h"

typedef struct Touch {
    uint32_t object;
    uint64_t from, bytes; /* bytes 0: the whole object */
    bool is_write, is_atomic;
    uint32_t site; /* of the caller's */
} Touch;

typedef struct Clocks Clocks;

/* suspect is told the sites of two accesses, the earlier one first, perhaps again and again. */
Clocks *clocks_new(Run *run, void (*suspect)(void *arg, uint32_t before, uint32_t after), void *arg);
void clocks_free(Clocks *c);
/* A new run: nothing has happened. */
void clocks_start(Clocks *c);
/* Thread child, the next one, is there; parent NO_PARENT: from the beginning. */
#define NO_PARENT UINT32_MAX
void clocks_add_thread(Clocks *c, uint32_t parent);
/* The thread sees, or lets others see, what was done before: by whoever has released the object, to whoever acquires
 * it. */
void clocks_acquire(Clocks *c, uint32_t thread, uint32_t object, uint64_t index);
void clocks_release(Clocks *c, uint32_t thread, uint32_t object, uint64_t index);
void clocks_touch(Clocks *c, uint32_t thread, const Touch *touch);

#endif
