/* The same in an outline. */
#include "declared_given.c"
