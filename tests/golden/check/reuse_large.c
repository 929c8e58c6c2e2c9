/* What is in memory of a size that is not known cannot be set all at once: the model ends where it is given again. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100) return 0;
    int *p = malloc(n * sizeof *p), *q = 0;
    if (!p) return 0;
    free(p);
    q = malloc(n * sizeof *q);
    if (!q) return 0;
    assert(q != p);
    return 0;
}
