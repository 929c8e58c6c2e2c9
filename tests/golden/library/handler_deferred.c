/* Nothing has the flag. */
#define GIVEN
#include "handler_not_deferred.c"
