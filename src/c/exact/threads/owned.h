/* Steps of locks that cannot be, as long as nobody gives back what another thread holds: a thread does not get a lock
 * that it holds already, and gives no lock back that another thread holds. deadlock.h makes limits of the latter, so
 * what would follow need not be looked at. Without these steps control flow tells better what is held where. */
#ifndef CHORUS_C_EXACT_THREADS_OWNED_H
#define CHORUS_C_EXACT_THREADS_OWNED_H

#include "c/exact/model/state.h"

void owned_restrict(Lowering *L);
/* In a thread of the template: it holds the lock. False when it never does. */
Term owned_term(Lowering *L, uint32_t cell, TemplateId thread);
/* What tells; NO_ID: such threads never hold it. */
VarId owned_variable(const Lowering *L, uint32_t cell, TemplateId thread);

#endif
