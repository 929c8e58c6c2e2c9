/* The same by the survey, without the lock. */
#define UNLOCKED
#include "set_counters.c"
