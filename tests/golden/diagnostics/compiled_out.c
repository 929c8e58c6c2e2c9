/* Two assertions that NDEBUG takes away, and one that counts: a proof speaks of the one only, and says so. */
#include <assert.h>

static int x;

int main(void)
{
    x = 2;
    assert(x == 3);
    assert(x == 2); /* assert(x) in a comment is none, nor is "assert(x)" in a text */
#undef NDEBUG
#include <assert.h>
    assert(x == 2);
    return 0;
}
