#include "structs_and_arrays.c"
