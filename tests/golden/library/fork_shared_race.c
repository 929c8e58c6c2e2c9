/* So they may race. */
#include "fork_shared.c"
