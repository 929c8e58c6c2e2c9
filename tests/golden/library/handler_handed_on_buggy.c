/* A handler that is asked back may become that of another signal, and interrupt itself. */
#include <assert.h>
#include <signal.h>

static volatile int depth;

static void handle(int number)
{
    depth++;
    assert(depth == 1);
    raise(SIGUSR2);
    depth--;
}

int main(void)
{
    signal(SIGUSR1, handle);
    void (*same)(int) = signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR1, same);
    signal(SIGUSR2, same);
    raise(SIGUSR1);
    return 0;
}
