/* The child takes no lock. */
#define EXECS
#include "fork_waits.c"
