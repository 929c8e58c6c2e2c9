/* SA_NODEFER: the handler is interrupted by its own signal. The flag stands in an initial value, or is given. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t is_inside, calls;

static void handler(int number)
{
    assert(!is_inside);
    is_inside = 1;
    if (calls++ < 1) raise(number);
    is_inside = 0;
}

#ifdef GIVEN
static void tell(int flags)
{
    struct sigaction action = {.sa_handler = handler};
    action.sa_flags = flags;
    sigaction(SIGUSR1, &action, NULL);
}
#else
static void tell(int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_NODEFER | SA_RESTART};
    (void)flags;
    sigaction(SIGUSR1, &action, NULL);
}
#endif

int main(void)
{
    tell(FLAG);
    raise(SIGUSR1);
}
