/* And what it is given the address of it may have called. */
#include <assert.h>

typedef void (*function)(void);

static int x;

static void set(void) { x = 1; }

function give(void) { return set; }

void call(function f)
{
    if (f) f();
}

void get(void) { assert(x == 0); }
