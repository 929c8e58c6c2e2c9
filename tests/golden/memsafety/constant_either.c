/* A twin of constant_write.c. */
#define EITHER
#include "constant_write.c"
