/* The same: the index may be the end of the array. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = 1, k = __VERIFIER_nondet_int();
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    if (k >= 0 && k <= n) a[k] = 3;
    free(a);
    return 0;
}
