#include <assert.h>

/* Linkers turn this section around. */
static int seen;

static void one(void)
{
    seen = seen * 10 + 1;
}

static void two(void)
{
    seen = seen * 10 + 2;
}

static void three(void)
{
    seen = seen * 10 + 3;
}

static void (*a)(void) __attribute__((section(".ctors.00100"), used)) = three;
static void (*b)(void) __attribute__((section(".ctors"), used)) = one;
static void (*c)(void) __attribute__((section(".ctors"), used)) = two;

int main(void)
{
    assert(seen == 321);
}
