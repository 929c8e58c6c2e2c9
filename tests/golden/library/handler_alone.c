/* A handler of one signal, whose result is only looked at. */
#include <assert.h>
#include <signal.h>

static volatile int depth;

static void handle(int number)
{
    depth++;
    assert(depth == 1);
    depth--;
}

int main(void)
{
    if (signal(SIGUSR1, handle) == SIG_ERR) return 1;
    raise(SIGUSR1);
    return 0;
}
