/* The handler lets its own signal through. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t is_inside, calls;

static void handler(int number)
{
    sigset_t own;
    assert(!is_inside);
    is_inside = 1;
    sigemptyset(&own);
    sigaddset(&own, number);
    sigprocmask(SIG_UNBLOCK, &own, NULL);
    if (calls++ < 1) raise(number);
    is_inside = 0;
}

int main(void)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
}
