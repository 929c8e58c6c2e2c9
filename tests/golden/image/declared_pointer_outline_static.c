/* The same in an outline, of a static variable. */
#include "declared_pointer.c"
