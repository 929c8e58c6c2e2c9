/* The library writes between two calls of a function that it calls. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int a[2] = {2, 1}, calls, *p = a, seen = 2, changed;
int compare(const void *x, const void *y)
{
    if (calls && *p != seen) changed = 1;
    calls = 1;
    seen = *p;
    assert(!changed);
    return *(const int *)x - *(const int *)y;
}
int main(void) { qsort(a, 2, sizeof *a, compare); }
