/* The assumptions contradict each other. */
#include <assert.h>
void __VERIFIER_assume(int);
void reach_error(void);
int x; int nondet_int(void);
int main(void)
{
    int i = nondet_int(), k = nondet_int();
    __VERIFIER_assume(i > 3 && i < 5);
    __VERIFIER_assume(k == i + 1 && k == 3);
    x = k;
    if (x == 9) reach_error();
    assert(x == 3);
}
