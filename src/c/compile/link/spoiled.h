/* What a program calls that the bodies for functions of the library (bodies.h) know nothing of, though it decides what
 * those do: then they would have behaviours that the library has not, and are left out. */
#ifndef CHORUS_C_COMPILE_LINK_SPOILED_H
#define CHORUS_C_COMPILE_LINK_SPOILED_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* All of them: descriptors and streams that are made or changed otherwise, calls of the system as such. */
bool spoiled_all(LLVMModuleRef program);
/* Takes those out of the bodies, which other modules' texts may follow, that the program spoils: clocks, where threads
 * sleep; numbers of processes, where there are several; variables of the environment, where `environ` is used; errno,
 * where functions are called that may set it and have no body there. What is taken out has another name. */
void spoiled_remove(LLVMModuleRef program, LLVMModuleRef bodies);
/* Whether signals are sent at a time, for which the program may wait: then a handler need not be one that has not run.
 */
bool spoiled_by_timers(LLVMModuleRef program);

/* Whether numbers of rand and random may come again: they are seeded at several places, or with what may be the same
 * again. Then they are no input. Not: once, at the beginning of main, with a constant or a result of the library; or
 * with a time. */
bool spoiled_by_seeds(LLVMModuleRef program);

#endif
