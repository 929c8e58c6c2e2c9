// How much is allocated is not known: more than 2 GB is assumed to fail, and the note says so.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0) return 0;
    int *a = malloc(sizeof(int) * (size_t)n);
    if (!a) return 0;
    a[0] = n;
    assert(a[0] < 1 << 29);
}
