/* Each note keeps the address of the one before, whose function has returned: the assertion says what lies in memory
 * that is somebody else's by then. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int *before, differs;

void note(void)
{
    int number;
    if (before && *before != 3) differs = 1;
    number = 3;
    before = &number;
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        note();
    assert(!differs);
    return 0;
}
