/* An outline sees that the functions are called. */
#define WRONG
#include "set_functions.c"
