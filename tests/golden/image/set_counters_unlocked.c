/* The same without the lock. */
#define UNLOCKED
#include "set_counters.c"
