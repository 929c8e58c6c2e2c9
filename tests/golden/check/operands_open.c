/* gcc calls second first. */
#include <assert.h>

static int last;

static int first(void)
{
    last = 1;
    return 0;
}

static int second(void)
{
    last = 2;
    return 0;
}

static int both(int a, int b)
{
    return last + a + b;
}

int main(void)
{
    assert(both(first(), second()) == 2);
}
