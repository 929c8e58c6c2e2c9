/* The absolute value of the least number is none. */
#include <limits.h>
#include <stdlib.h>
int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    return abs(x) > 0;
}
