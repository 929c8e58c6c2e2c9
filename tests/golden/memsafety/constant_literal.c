/* A twin of constant_write.c. */
#define LITERAL
#include "constant_write.c"
