/* Where an integer may be accessed as a pointer, or a pointer as an integer, in a run of the program, the model ends. */
#include <assert.h>
int x;
int *pointer = &x;
long number;
int __VERIFIER_nondet_int(void);
int main(void)
{
    long *p = __VERIFIER_nondet_int() ? (long *)&pointer : &number;
    *p = 12345678;
    if (pointer == (int *)12345678) number = 6;
    else *pointer = 1;
    assert(number != 6);
    return 0;
}
