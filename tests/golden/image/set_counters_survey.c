/* The same by the survey. */
#include "set_counters.c"
