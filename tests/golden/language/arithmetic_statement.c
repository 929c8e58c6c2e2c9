#include "arithmetic.c"
