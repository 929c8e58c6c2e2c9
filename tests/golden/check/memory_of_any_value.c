/* The memory is arbitrary afterwards, and no more than that. */
#include <assert.h>

void __VERIFIER_nondet_memory(void *p, unsigned long n);
int a[3] = {1, 2, 3};

int main(void)
{
    __VERIFIER_nondet_memory(a, 2 * sizeof(int));
    assert(a[2] == 3);
}
