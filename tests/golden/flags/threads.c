/* -pthread and -march say more than how the program is made. */
#include <assert.h>
int main(void)
{
#if defined _REENTRANT && defined __AVX2__ && __FINITE_MATH_ONLY__ && !__STDC_HOSTED__
    assert(0);
#endif
}
