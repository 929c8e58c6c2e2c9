/* For one signal it is blocked while it runs. */
#define ONE
#include "handler_nested.c"
