/* There is no other thread yet when main forks. */
#define FIRST
#include "fork_waits.c"
