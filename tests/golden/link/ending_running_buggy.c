/* Nobody waits for the thread, which goes on while main ends. */
#define RUNNING
#include "ending_joined.c"
