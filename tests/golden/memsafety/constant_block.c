/* A twin of constant_write.c. */
#define BLOCK
#include "constant_write.c"
