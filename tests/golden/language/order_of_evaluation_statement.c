#include "order_of_evaluation.c"
