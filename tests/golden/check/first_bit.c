// The lowest bit that is set, and absolute values, are computed.
#include <assert.h>
#include <stdlib.h>
#include <strings.h>

int choose(void);

int main(void)
{
    int x = choose(), n = ffs(x);
    assert((n == 0) == (x == 0) && n >= 0 && n <= 32);
    if (n) assert(((unsigned)x >> (n - 1)) & 1);
    if (n > 1) assert(((unsigned)x & ((1u << (n - 1)) - 1)) == 0);
    if (x > -100 && x < 100) assert(abs(x) == (x < 0 ? -x : x));
}
