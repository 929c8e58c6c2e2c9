/* An invariant stands before a statement of each kind; each of them holds just there. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int step;
static void next(int value) { step = value; }
#define NEXT(v) next(v)
int main(void)
{
    int i = 0;
    step = 1;
    NEXT(2);
    {
        step = 3;
    }
    if (__VERIFIER_nondet_int())
        step = 4;
    else
        goto out;
    for (i = 0; i < 2; i++)
        step = 5;
    while (step > 3)
        step--;
    switch (step) {
    case 3: step = 6; break;
    default: step = 7;
    }
out:
    assert(step == 3 || step == 6);
    return step;
}
