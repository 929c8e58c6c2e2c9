/* What a call returned, as a witness says it; and a call that the model has no step for. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int x)
{
    if (x == 1234567)
        reach_error();
}

int main(void)
{
    int k = __VERIFIER_nondet_int();
    check(k / 2);
    return 0;
}
