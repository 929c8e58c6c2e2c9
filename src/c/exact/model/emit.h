/* Edges: where they start, what they save, where they lead. See state.h for the rules. */
#ifndef CHORUS_C_EXACT_MODEL_EMIT_H
#define CHORUS_C_EXACT_MODEL_EMIT_H

#include "c/exact/model/state.h"

typedef struct Step {
    Term guard;
    VEC(Assign) assigns;
    VEC(Assign) args;
    bool has_spawn;
    TemplateId spawn;
    const char *approximate;
    bool fails;             /* see Edge.is_failure */
    const Access *accesses; /* of the edge; copied */
    uint32_t access_count;
    const OriginEvent *memory;   /* see origin_memory */
    bool is_fence;               /* see Edge.is_fence */
    bool is_exchange;            /* an outcome of a compare-exchange */
    bool exchange_fails;         /* see OriginEvent.fails */
    LLVMValueRef failing;        /* the edge is to be an error edge: what fails */
    const ConditionEvent *event; /* of the edge */
    uint32_t wait;               /* not 0: one more than the number of the wait that ends by the edge */
} Step;

/* For checks: no variable twice, none that the thread at hand cannot assign, all terms of their variables' sorts. */
bool emitted_step_is_valid(const Lowering *L, const Step *step);
/* For checks: control is somewhere, in the thread at hand, and where no other thread runs only inside an atomic section
 * or a statement that is one step. */
bool cursor_is_valid(const Lowering *L, const Cursor *cursor);
/* For checks: what is still needed is not over variables of other threads, so that the next read stands alone. */
bool reads_are_saved(const Lowering *L);
void step_assign(Lowering *L, Step *step, VarId var, Term value);
void step_free(Lowering *L, Step *step);
/* Adds the step as an edge and moves the cursor behind it. */
EdgeId step_emit(Lowering *L, Step *step);
/* Several alternatives from one location to one place; all are freed. The saves go into each. */
void steps_emit(Lowering *L, Step *steps, uint32_t count);
/* Adds to the step the saves that are due at a branch or join. */
void step_save_all(Lowering *L, Step *step);
/* An edge that leads nowhere yet; no saves, the cursor stays. */
EdgeId step_add(Lowering *L, const Step *step);
/* failing: the call that reports the failure. */
void emit_error(Lowering *L, Term guard, LLVMValueRef failing);
/* An assertion stands here, whose failure `failing` reports; perhaps it provably holds, and there is no edge for it. */
void note_assertion(Lowering *L, LLVMValueRef failing);
/* Whether the property is asked. */
bool property_is_asked(const Lowering *L, Property property);
/* Whether valid-deref is. */
bool deref_is_asked(const Lowering *L);
/* Whether one of the three of valid-memsafety is asked. */
bool memory_is_asked(const Lowering *L);
/* An error edge where the guard holds, if the property is asked; the cursor stays. what: what goes wrong there, in
 * words, kept. */
void emit_violation(Lowering *L, Term guard, Property property, const char *what);
/* What the model can represent ends where the guard holds: a proof shows that it never does, and a counterexample does
 * not go beyond. why: the limit. */
void emit_limit(Lowering *L, Term guard, const char *why);
LocId cursor_loc(Lowering *L);
/* Where the error edges of a thread lead. */
LocId thread_error_loc(Lowering *L, Thread *thread);
LocId loc_make(Lowering *L, Thread *thread, const char *name, bool is_atomic);
void edge_set_target(Lowering *L, EdgeId edge, LocId to);
/* Undefined behaviour unless t: such runs are not examined. */
void condition_add(Lowering *L, Term t);
/* Likewise, and a violation of the property where it is asked. What does not hold is what: "division by 0". */
void condition_require(Lowering *L, Term t, Property property, const char *what);
/* Ends pending reads by an edge of their own, if any are needed. */
void reads_flush(Lowering *L);
/* Likewise for all values that are good for one edge only: what follows uses an operand in several. */
void values_flush(Lowering *L);
/* Whether a shared access here must be a step of its own. */
bool accesses_split(const Lowering *L);
bool reads_are_pending(Lowering *L);
void statement_end(Lowering *L);
/* Saves a term, or those of an address, unless nothing can change it. */
void term_keep(Lowering *L, Term *t);
void address_keep(Lowering *L, Val *v);
/* Saves what the callee could change through the address. */
void entries_protect(Lowering *L, const Val *address);

#endif
