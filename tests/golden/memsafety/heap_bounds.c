#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000 || i < 0 || i > n) abort();
    int *a = malloc(n * sizeof *a);
    a[i] = 1;
    free(a);
    return 0;
}
