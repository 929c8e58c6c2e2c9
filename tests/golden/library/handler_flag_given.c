/* The flag is an argument. */
#define GIVEN
#include "handler_not_deferred.c"
