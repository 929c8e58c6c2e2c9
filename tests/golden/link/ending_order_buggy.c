/* The last one is the ninth. */
#include "ending_order.c"
