/* The same of a static variable. */
#include "declared_pointer.c"
