/* lgamma says the sign of its result in a variable. */
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double x = -0.5;
    signgam = 1;
    lgamma(x);
    assert(signgam == 1);
    return 0;
}
