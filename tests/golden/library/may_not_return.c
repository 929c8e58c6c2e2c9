/* The signal ends the program, and nobody wakes who waits for one: the assertions behind them never fail. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

void *waiter(void *arg)
{
    pause();
    assert(0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    raise(SIGTERM);
    assert(0);
}
