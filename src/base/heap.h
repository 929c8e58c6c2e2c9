/* The memory of a program that asks many short questions of the solver. */
#ifndef CHORUS_BASE_HEAP_H
#define CHORUS_BASE_HEAP_H

/* Each context of the solver takes two blocks of 8 MB, and most of them one after the other. Memory that goes back to
 * the system in between is cleared each time, page by page, which takes longer than many a question. So freed memory is
 * kept from now on, 128 MB at most, and the first of it is asked for in large pages. This concerns the whole process:
 * it is for programs, before they start threads, and not for the library. */
void heap_prepare(void);

#endif
