/* Whatever a comparison of floating-point numbers gives; but no error that depends on it is one. */
#include <assert.h>

int main(void)
{
    double d = 1.0, e = d * 2;
    int x = 0;
    if (e > d) x = 1;
    assert(x == 1);
}
