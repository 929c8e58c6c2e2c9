/* States as words: all that were found, each once. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_STATES_H
#define CHORUS_KERNEL_KINDS_CONCRETE_STATES_H

#include "kernel/kinds/concrete/explorer.h"

ConcreteCell *states_new_cells(Explorer *x, uint32_t count);
uint32_t states_local_count(const Explorer *x, TemplateId t);
/* Do states after the path leave out its variable? Locals that are not read any more are unknown. */
bool states_leave_out(Explorer *x, const CertifyPath *path, VarId v);
/* A variable of the program in x->at; locals: of the thread whose step is evaluated. */
const ConcreteCell *states_cell(const Explorer *x, uint32_t v);
/* Is it an input that is tried? Then *value is its value in this choice. */
bool states_tries(const Explorer *x, Term input, uint64_t *value);
/* The words that the state is in x->states, to x->key; without the values of shared variables that are hidden (per
 * slot; NULL: none are). */
void states_key(Explorer *x, const ConcreteState *s, const bool *hidden);
/* Its number. More than x->limit are a problem. */
uint32_t states_intern(Explorer *x, const ConcreteState *s);
/* The state of that number becomes x->at, until it is unloaded. */
void states_load(Explorer *x, uint32_t id);
void states_unload(Explorer *x);
void states_copy(Explorer *x, ConcreteState *to, const ConcreteState *from);
void states_clear_threads(Explorer *x, ConcreteThreads *threads);
/* Per location, which locals of its template edges assign to that a thread there may take. Memory of the run. */
bool **states_find_assigned(Explorer *x);

#endif
