// A pointer that may lead to members of a struct at any of its offsets, one of which is a pointer itself.
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
    assert(r.a == 1 && r.d[2] == 4);
    assert(*r.p == x);
}
