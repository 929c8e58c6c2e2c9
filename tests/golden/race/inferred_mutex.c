#include "mutex.c"
