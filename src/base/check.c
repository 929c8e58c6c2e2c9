#include "base/check.h"

#include <stdio.h>

void check_failed(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: CHECK(%s) failed\n", file, line, condition);
    fflush(stderr);
    __builtin_trap();
}
