// Likewise, but the member can be changed.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int x = 5;
struct record {
    int a, d[3];
    int *p;
};
struct record r = {1, {2, 3, 4}, &x};

int main(void)
{
    unsigned k = __VERIFIER_nondet_uint();
    int *q = __VERIFIER_nondet_uint() ? &r.d[k & 1] : &x;
    *q = 7;
    assert(r.a == 1 && r.d[1] == 3);
    assert(*r.p == x);
}
