/* Sums of shorts are sums of ints. Unsigned and atomic arithmetic wraps around. */
#include <stdatomic.h>
int nondet_int(void);
atomic_int a;
int main(void)
{
    short s = (short)nondet_int();
    unsigned u = (unsigned)nondet_int();
    s++;
    s += 100;
    u += 5;
    a = nondet_int();
    a += 7;
    atomic_fetch_sub(&a, 9);
    return (s + (int)(u % 2u)) & 1;
}
