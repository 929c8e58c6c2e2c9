/* The order of what only reads, and of what statements order, does not matter. */
#include <assert.h>

static int count, other;

static int get(void) { return count; }

static int next(void) { return ++other; }

int main(void)
{
    int a = next();
    int b = next() + count;
    assert(get() + get() + count == 0);
    assert(a == 1 && b == 2);
}
