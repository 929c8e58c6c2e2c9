/* What lowering has learnt about the program, pass by pass; the chains of calls, by numbers that are the same in every
 * pass; and the refusal of what is not supported, which in a pass that has learnt something only starts the next. */
#ifndef CHORUS_C_EXACT_MODEL_FACTS_H
#define CHORUS_C_EXACT_MODEL_FACTS_H

#include "c/exact/model/state.h"

/* To be freed when the last pass is over; nothing is known yet. */
Facts *facts_new(Run *run);
void facts_free(Run *run, Facts *facts);
/* For checks: every table has a row for each of its keys. */
bool facts_are_valid(const Facts *facts);
/* "file:line: text" of the current position. */
const char *lower_reason(Lowering *L, const char *text);
/* "reason; remedy": one diagnostic at the current position, and the end of the run with STOP_UNSUPPORTED. */
_Noreturn void lower_refuse(Lowering *L, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool facts_has(const Facts *facts, LLVMValueRef value, uint64_t offset, uint32_t flag);
void facts_add(Lowering *L, LLVMValueRef value, uint64_t offset, uint32_t flag);
/* The chain of calls, in all passes by the same number. caller: NULL = the start of a thread. */
uint32_t context_of(Lowering *L, const Frame *caller, LLVMValueRef function, LLVMValueRef call);
/* Likewise for the k-th object that a call makes: a context of its own. */
uint32_t context_of_object(Lowering *L, uint32_t context, LLVMValueRef call, uint32_t k);
/* The number of a call of malloc, in its context: its row of Facts.heap. */
uint32_t heap_id(Lowering *L, LLVMValueRef call, uint32_t scope);
/* That row, until another one is added. For reading a member at once: `heap.data[heap_id(...)]` may look at where the
 * rows were before they moved, since C does not say which operand comes first. */
HeapRow *heap_row(Lowering *L, LLVMValueRef call, uint32_t scope);
/* The targets become visible to all threads. */
void targets_share(Lowering *L, const Targets *targets);
/* There are numbers that may be addresses of the program's objects: they must not be used as such. */
void facts_note_numbers(Lowering *L);
/* An integer turns out to keep addresses: what it was taken for in the passes so far, a number, may have been stored
 * elsewhere. What does keep numbers is found again. Happens once an integer. */
void facts_forget_numbers(Lowering *L);
/* From the next pass on, which starts now, numbers and addresses are kept apart (Facts.keeps_kinds); returns if that
 * has been so before. */
void facts_keep_kinds(Lowering *L);
/* At the start of a pass, once more: what was loaded before may have been stored after. */
void facts_begin_pass(Lowering *L);
/* One more instruction is lowered. Refuses more than the budget; more than Lowering.size_limit end the passes. */
void facts_count_instruction(Lowering *L);
/* Each such pointer costs a pass over the program. Of a large one all that probably hold several addresses are told
 * apart at once; which ones are makes no difference to what is modelled. */
void facts_tell_apart(Lowering *L);

#endif
