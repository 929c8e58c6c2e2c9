/* What holds whenever a thread is at a location: of its own variables, whatever the shared ones are, or of both; and
 * bounds of shared variables that hold always.
 *
 * Facts about shared variables are stable assertions in the sense of Owicki and Gries: no step of another thread makes
 * them false. That such a step cannot be taken there (the other thread would hold the same lock) is what counts of
 * threads say of two threads (facts/counting/counts.h). */
#ifndef CHORUS_FACTS_COUNTING_THREAD_FACTS_H
#define CHORUS_FACTS_COUNTING_THREAD_FACTS_H

#include "logic/smt/smt.h"
#include "program/counted.h"

typedef struct ThreadFacts ThreadFacts;

typedef enum FactsAsked {
    FACTS_OWN,    /* about own variables, of templates of many threads */
    FACTS_BOUNDS, /* tests only, but about shared variables, too, and of all templates */
    FACTS_SHARED  /* both, and that tests hold if a flag is set */
} FactsAsked;

/* Guesses, everywhere but where threads start: tests, values that are assigned; and that numbers whose difference may
 * count threads are in this order. Owned by the run; NULL: there are none, or the program is too large. */
ThreadFacts *thread_facts_new(Program *p, Smt *smt, FactsAsked asked, const ThreadCounts *counts);
/* Drops what does not hold if the counts do, until the rest is an invariant. With fewer counts it is asked again.
 * False: that took too long, and what is left may not hold. */
bool thread_facts_settle(ThreadFacts *f, const ThreadCounts *counts);
/* What is left: facts and everywhere of the counts. Memory of the run. */
void thread_facts_say(const ThreadFacts *f, ThreadCounts *out);

#endif
