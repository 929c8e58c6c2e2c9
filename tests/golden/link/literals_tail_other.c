/* This is not where it would be. */
#include "literals_tail.c"
