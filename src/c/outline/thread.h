/* Threads of an outline: which templates there are, how threads begin, end and are joined. */
#ifndef CHORUS_C_OUTLINE_THREAD_H
#define CHORUS_C_OUTLINE_THREAD_H

#include "c/outline/state.h"

/* The templates, and which classes of threads are joined. */
void outline_threads(Outline *o);
/* main is about to begin: what the library does is there. */
void outline_begin(Outline *o);
/* A call that starts threads; one that joins. */
void outline_start(Outline *o, LLVMValueRef call);
void outline_join(Outline *o, LLVMValueRef call);
/* A function that the library calls leaves it by longjmp. Control stays where it is. */
void outline_jump_away(Outline *o);
/* The thread ends here: it returns, or pthread_exit. */
void outline_end(Outline *o);
/* The process ends, which makes no difference to what others do before. */
void outline_halt(Outline *o);

#endif
