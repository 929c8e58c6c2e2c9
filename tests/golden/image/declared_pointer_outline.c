/* The same in an outline. */
#include "declared_pointer.c"
