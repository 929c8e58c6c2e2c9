#include "../../../bench/programs/deadlock/order3_buggy.c"
