/* The same of a static variable. */
#define STATIC
#include "declared_race.c"
