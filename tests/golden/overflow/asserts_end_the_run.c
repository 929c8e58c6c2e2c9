/* What fails an assertion has ended: the sum behind it is not executed. */
#include <assert.h>
int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    assert(x < 10);
    return x + 5;
}
