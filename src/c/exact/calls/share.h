/* Functions that are called from several places and stand in the program once.
 *
 * A call is inlined when a program is lowered: that keeps the values of different calls apart, and is exponential in
 * the depth of calls. Where that would be too large, a function becomes one in which the functions that it calls
 * stand, too, each once: a call is a jump there, behind assignments to variables for what is passed and for where
 * to go on, and a return is a branch by that variable. A function that is not recursive is active once at a time in
 * a thread, so one set of variables is enough for its locals, which are declared, and arbitrary, again with each call.
 *
 * This is done with the module before it is lowered, and what comes out does what the module did, step by step: so
 * nothing of what follows need know of it, and a run of the one is a run of the other. What it costs is that ways of
 * control through a shared function that no run takes are told from others by the value of a variable only. */
#ifndef CHORUS_C_EXACT_CALLS_SHARE_H
#define CHORUS_C_EXACT_CALLS_SHARE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/run.h"
#include "c/compile/options.h"

/* From so many instructions on, after inlining, a program is large. An engine that explores all of it is then slow,
 * too: twelve functions that call the next from two places take 0.2 s inlined, thirteen more than a minute. */
#define SIZE_LARGE 20000u

/* What properties of memory say of locals depends on which call of their function has them. */
bool calls_may_share(const FrontendOptions *options);
/* Whether a program grows by inlining as few do: what is called at the bottom would be there very often, and each copy
 * would need predicates of its own. */
bool calls_multiply(Run *run, LLVMModuleRef module);
/* limit: functions of more instructions after inlining share calls, with 1 all; 0: chosen for a program that is large,
 * or grows so. */
void calls_share(Run *run, LLVMModuleRef module, uint32_t limit);

#endif
