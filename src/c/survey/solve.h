/* Where addresses may go: the least targets of all nodes that agree with all uses (inclusion constraints, Andersen
 * 1994; uses are added while functions are reached). No order of steps is looked at, so that what is found holds
 * whenever and in whichever thread a step is made. */
#ifndef CHORUS_C_SURVEY_SOLVE_H
#define CHORUS_C_SURVEY_SOLVE_H

#include "c/survey/state.h"

uint32_t node_new(Survey *s);
void node_add_target(Survey *s, uint32_t node, uint32_t place);
void node_add_use(Survey *s, uint32_t node, Use use);
/* The second node may hold what the first one may. */
void node_copy(Survey *s, uint32_t from, uint32_t to);
/* What is kept at a place; of a place ANYWHERE: what is kept in the object at all. */
uint32_t content_read(Survey *s, uint32_t place);
/* What is stored there is kept there. */
uint32_t content_written(Survey *s, uint32_t place);
/* The targets of a node, as a list that stays until the next one is added. */
const Ids *node_targets(const Survey *s, uint32_t node);
bool node_has_target(const Survey *s, uint32_t node, uint32_t place);
/* What is to be done for uses that are about functions; may be told of the same more than once. */
struct SolveHooks {
    void (*on_call)(Survey *s, LLVMValueRef call, uint32_t place);
    void (*on_start)(Survey *s, LLVMValueRef call, uint32_t place, uint32_t argument);
    void (*on_library)(Survey *s, LLVMValueRef call, uint32_t place);
    void (*on_outside)(Survey *s, uint32_t place);
};
void solve(Survey *s, const SolveHooks *hooks);

#endif
