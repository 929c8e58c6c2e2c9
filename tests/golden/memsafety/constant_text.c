/* A twin of constant_write.c. */
#define TEXT
#include "constant_write.c"
