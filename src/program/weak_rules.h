/* What accesses, fences and locks do to the bits: the rules of RC11 and of x86-TSO. */
#ifndef CHORUS_PROGRAM_WEAK_RULES_H
#define CHORUS_PROGRAM_WEAK_RULES_H

#include "program/weak_step.h"

/* What the edge does to the bits. nominates: it is the nominated write of x. */
void weak_step_edge(WeakStep *s, const Edge *e, bool nominates);
/* That the model does not order the nominated write before an access of x, at the beginning of a step: "out of
 * order" in docs/memory.md. */
Term weak_is_unaware(WeakStep *s, MemoryOrder order, bool writes);

#endif
