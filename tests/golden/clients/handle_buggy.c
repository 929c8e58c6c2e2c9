/* What a client is given it may give back, to another function: put may write what keep returns. Nothing is proved then, nor shown. */
#include <assert.h>

static int x;

int *keep(void) { return &x; }

void put(int *to)
{
    if (to) *to = 1;
}

void get(void) { assert(x == 0); }
