/* A twin of constant_write.c. */
#define ATOMIC
#include "constant_write.c"
