/* An index into an array of one stays inside of it. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = 1, k = __VERIFIER_nondet_int();
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    if (k >= 0 && k < n) a[k] = 3;
    free(a);
    return 0;
}
