#include <assert.h>
#include <stdlib.h>

/* The program's own are functions like others, whatever the compiler knows of the library's. */
static int calls;

int abs(int n)
{
    calls++;
    return n < 0 ? -n : n;
}

void exit(int status)
{
    calls += status;
    for (;;)
        ;
}

void abort(void)
{
    calls += 5;
    exit(1);
}

int main(void)
{
    int n = abs(-3);
    assert(n == 3 && calls == 1);
    if (calls == 2) abort();
}
