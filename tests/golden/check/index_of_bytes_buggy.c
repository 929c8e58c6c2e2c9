/* With addresses of 32 bits an index into bytes may be as large as addresses are: nothing is known of it. */
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
char *volatile kept;

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    if (n < 100 || i > 10) return 0;
    char *p = malloc(n);
    if (!p) return 0;
    kept = p + 1;
    char *q = kept;
    kept = q + 5 + i;
    *kept = 1;
    assert(i != 3);
    return 0;
}
