/* This advice changes nothing. */
#include "advice_dropped.c"
