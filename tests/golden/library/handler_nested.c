/* One handler for two signals: it is interrupted by itself. */
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t is_inside;

static void handler(int number)
{
    assert(!is_inside);
    is_inside = 1;
    if (number == SIGUSR1) raise(SIGUSR2);
    is_inside = 0;
}

int main(void)
{
    signal(SIGUSR1, handler);
#ifndef ONE
    signal(SIGUSR2, handler);
#endif
    raise(SIGUSR1);
}
