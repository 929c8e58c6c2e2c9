/* The handler has run when pause returns: a run without it would be none. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void on_alarm(int number)
{
    (void)number;
    seen = 1;
}

int main(void)
{
    signal(SIGALRM, on_alarm);
    alarm(1);
    pause();
    assert(seen);
}
