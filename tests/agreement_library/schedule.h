/* The parts of the runtime that its file calls: threads, one at a time, and memory. */
#ifndef TESTS_AGREEMENT_LIBRARY_SCHEDULE_H
#define TESTS_AGREEMENT_LIBRARY_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

#include "agreement_library/runtime.h"

typedef enum AccessKind { ACCESS_READ = 0, ACCESS_WRITE = 1, ACCESS_ATOMIC = 2 } AccessKind; /* a set of these */

unsigned rt_random(unsigned below);
void rt_note(RtViolation what);
/* The thread at hand is about to make the access: others may go on before. */
void rt_access(const void *p, size_t size, int kind);
/* What a thread does when its function has returned. */
void rt_end_thread(void);

/* The first thread is the one that calls. */
void schedule_begin(void);
int schedule_self(void);
/* Another thread may go on here. */
void schedule_point(void);
/* Until `can` holds, which is asked again whenever some thread calls schedule_wake. */
void schedule_wait(bool (*can)(void *), void *argument);
void schedule_wake(void);
void schedule_wait_signal(const void *condition);
void schedule_signal(const void *condition, bool is_all);
/* Whether all other threads have ended. */
bool schedule_is_alone(void);

/* The access is to memory that exists, as far as the heap is concerned. */
void blocks_check(const void *p, size_t size);
/* Notes memory that nothing points to, in globals or in what these point to. */
void blocks_look_for_lost(const char *globals, const char *globals_end);

#endif
