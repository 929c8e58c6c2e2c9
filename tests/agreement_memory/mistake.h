/* Chorus made wrong on purpose (base/unsound.h): the programs here must show it, and its self-check must notice. */
#ifndef TESTS_AGREEMENT_MEMORY_MISTAKE_H
#define TESTS_AGREEMENT_MEMORY_MISTAKE_H

#include "agreement_memory/check.h"

/* false: no mistake has that name, or this program is made without switches. */
bool mistake_choose(const char *name);

typedef enum Shown { SHOWN_NOT, SHOWN_UNNOTICED, SHOWN_AND_NOTICED } Shown;

/* Whether an answer about this program is wrong without the self-check, and whether there is none with it. */
Shown mistake_show(const MemoryProgram *p, const Judgement *j, const CheckOptions *options);

#endif
