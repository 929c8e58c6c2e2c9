/* Names of variables; variables of threads. */
#ifndef CHORUS_C_EXACT_MODEL_NAMES_H
#define CHORUS_C_EXACT_MODEL_NAMES_H

#include "c/exact/model/state.h"

const char *name_unique(Lowering *L, const char *wanted);
/* Likewise, but never the name of a global. */
const char *name_unique_local(Lowering *L, const char *wanted);
VarId var_add(Lowering *L, const Var *var, Frame *owner);
VarId var_temporary(Lowering *L, const char *wanted, Sort sort, bool is_signed);
/* A variable that says something about an object ("heap_7.freed"): shared with it, or each thread's own as the object
 * is. init: constant, of its sort. */
VarId var_of_object(Lowering *L, const Object *o, const char *what, Term init);
Term var_term(Lowering *L, VarId var);
Term fresh_input(Lowering *L, Sort sort, const char *name);
/* Likewise, with Var.is_unknown. */
Term unknown_input(Lowering *L, Sort sort, const char *name);
const char *value_name(Lowering *L, LLVMValueRef value);
/* Made when first asked for; v.var is not looked at. */
VarId thread_variable(Lowering *L, ThreadVariable v);
/* The chain of calls that leads to the frame, as Edge.call. */
uint32_t call_site(Lowering *L, Frame *frame);
/* Likewise to the instruction at hand. */
uint32_t call_site_here(Lowering *L);

#endif
