/* A twin of symbol.c. */
#include "symbol.c"
