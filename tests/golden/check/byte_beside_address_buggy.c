// The count gets a byte of its own.
#include <assert.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);
unsigned __VERIFIER_nondet_uint(void);

struct record {
    int *target;
    int count;
};

int x;

int main(void)
{
    struct record *r = malloc(sizeof *r);
    unsigned at = __VERIFIER_nondet_uint();
    r->target = &x;
    r->count = 1;
    if (at >= sizeof *r) return 0;
    ((char *)r)[at] = __VERIFIER_nondet_char();
    assert(r->count != 1 + 256);
}
