/* The order that the creation and the joining of threads put on what they do. */
#ifndef CHORUS_FACTS_EXCLUSION_ORDER_H
#define CHORUS_FACTS_EXCLUSION_ORDER_H

#include "logic/smt/smt.h"
#include "program/exclusion.h"

/* Adds what is known of the threads of each template that are started, each of it an invariant: their owner is the only
 * template that starts them, or the one that only ever has one thread and that those who do stem from. */
void order_find(Program *p, Smt *smt, Exclusions *out);

/* Is no thread at `of`, which has not ended, while the owner of its template is at `at`? */
bool order_excludes(const Program *p, const Exclusions *facts, LocId of, LocId at);

#endif
