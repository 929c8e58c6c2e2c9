#include "arguments_are_evaluated_before_the_call.c"
