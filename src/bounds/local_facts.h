/* What a thread's own variables satisfy wherever it is, whatever the shared ones are: tests that it has passed. */
#ifndef CHORUS_BOUNDS_LOCAL_FACTS_H
#define CHORUS_BOUNDS_LOCAL_FACTS_H

#include "program/program.h"
#include "smt/smt.h"

/* Per location a condition over locals of its template, TERM_NONE: nothing is known. Memory of the run. */
Term *local_facts_find(Program *p, Smt *smt);

#endif
