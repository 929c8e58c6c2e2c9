/* Flags that are computed may let the signal through while it is handled. */
#include <assert.h>
#include <signal.h>

static volatile int depth;
static int rounds;

static void handle(int number)
{
    depth++;
    assert(depth == 1);
    if (rounds++ < 1) raise(SIGUSR1);
    depth--;
}

int main(void)
{
    struct sigaction action = {0};
    int shift = 30;
    action.sa_handler = handle;
    action.sa_flags = 1 << shift;
    sigaction(SIGUSR1, &action, 0);
    raise(SIGUSR1);
    return 0;
}
