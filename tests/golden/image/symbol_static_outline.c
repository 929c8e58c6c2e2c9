/* A twin of symbol.c, in an outline. */
#include "symbol.c"
