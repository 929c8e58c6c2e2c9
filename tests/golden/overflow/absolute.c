/* The absolute value of all but the least number. */
#include <limits.h>
#include <stdlib.h>
int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    if (x != INT_MIN) return abs(x) > 0;
}
