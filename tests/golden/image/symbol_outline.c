/* The same in an outline. */
#include "symbol.c"
