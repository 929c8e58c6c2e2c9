/* The number is no local: nothing is assumed. Those that are go to locals of the same call, and back to who gave them.
 */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int number, *before, differs;

int *same(int *p) { return p; }

void note(void)
{
    int local = 3, *mine = same(&local);
    if (before && *before != 3) differs = 1;
    number = *mine;
    before = &number;
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        note();
    assert(!differs);
    return 0;
}
