// Unless a property is chosen, a failing assert is an error.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x > 0);
    if (x <= 0) reach_error();
    return 0;
}
