/* The same, and an assertion that the third function breaks. */
#define WRONG
#include "set_functions.c"
