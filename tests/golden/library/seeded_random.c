// A sequence that is asked for again: the same seed, in a function.
#include <assert.h>
#include <stdlib.h>
static long draw(unsigned seed)
{
    srandom(seed);
    return random();
}
int main(void)
{
    assert(draw(3) == draw(3));
    return 0;
}
