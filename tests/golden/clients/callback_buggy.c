/* A callback that nobody registers here, and that nobody calls: it may run at any time beside main, and again. */
#include <assert.h>
#include <stdatomic.h>

static atomic_int stopped;
static int value;

static void on_signal(int number)
{
    if (number == 15) stopped = 1;
}

int main(void)
{
    value = 1;
    while (!stopped)
        value = value == 1 ? 2 : 1;
    assert(value == 1);
    return 0;
}
