/* A number that is only printed is no reason to doubt an error. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 0;
    double d = x * 2.0;
    printf("%f\n", d);
    assert(x == 1);
}
