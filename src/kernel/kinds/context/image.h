/* What the predicates may be after something, asked of the solver: each answer is complete, which is an obligation. */
#ifndef CHORUS_KERNEL_KINDS_CONTEXT_IMAGE_H
#define CHORUS_KERNEL_KINDS_CONTEXT_IMAGE_H

#include "kernel/kinds/context/state.h"

/* At the start, with a thread of the template; template NO_ID: without. The answers are valid as long as x. */
ContextAfters context_initial(ContextCheck *x, uint32_t template);
/* Does what is known of such a thread at the start depend on initial values of shared variables? */
bool context_initial_depends(ContextCheck *x, uint32_t template);
/* After the edge, taken by a thread at the point: there, and none when the edge cannot be taken. Error edges, too. */
ContextAfters context_step_image(ContextCheck *x, uint32_t point, EdgeId edge);
/* At the point after another thread's step that assigns arbitrary values to the variables of that edge of the context,
 * such that the shared predicates are as in that valuation. */
ContextAfters context_disturbed(ContextCheck *x, uint32_t point, uint32_t context_edge, uint32_t shared);
/* Of a thread that the edge starts, taken by one at the point, when the shared predicates have these values afterwards.
 */
ContextAfters context_born(ContextCheck *x, uint32_t point, EdgeId edge, uint32_t shared);
/* Appends what is known at the point; instance: of the locals. */
void context_add_literals(ContextCheck *x, uint32_t point, uint32_t instance, CertifyTerms *out);
/* "f.c:12: v = v + 1 (worker)"; owned by the run. */
const char *context_describe(const ContextCheck *x, EdgeId edge);

#endif
